import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { programOf, testFolder, tooSlow, writeProgram } from '../test-folder.ts';
import type { KeptExchange } from './kept-failures.ts';
import { play } from './playback.ts';

const program = programOf(
  `
  { method: 'GET', path: '/time', handler: () => ({ now: Date.now() }) },
  { method: 'POST', path: '/things', handler: () => { things.add('thing-of-this-run'); return { thing_id: 'thing-of-this-run' }; } },
  { method: 'GET', path: '/things/:id', handler: (ctx) => ({ isKnown: things.has(ctx.param('id')) }) },
  { method: 'GET', path: '/wait', handler: () => new Promise((resolve) => { release = () => resolve('released'); }) },
  { method: 'GET', path: '/release', handler: () => { release(); return 'done'; } },
  { method: 'GET', path: '/hang', handler: () => new Promise(() => {}) },
  { method: 'GET', path: '/crash', handler: () => process.exit(1) },
`,
  'const things = new Set(); let release;',
);

describe('what was kept is played', { skip: tooSlow }, () => {
  const folder = testFolder();
  after(() => folder.remove());

  it('at its time, with the values of this run, up to a hanging or crashing end', async () => {
    const longAgo = Date.UTC(2001, 1, 3);
    const place = ['json', 'thing_id'];
    const exchanges = [
      exchange(1, 'GET', '/time', { sentAt: longAgo }),
      exchange(2, 'GET', '/time', { advanced: 3_600_000 }),
      exchange(3, 'POST', '/things', { made: [{ place, value: 'thing-of-before' }] }),
      exchange(4, 'GET', '/things/thing-of-before'),
      exchange(5, 'GET', '/hang', { deadline: 200 }),
      exchange(6, 'GET', '/crash'),
    ];
    const run = { env: { LOG_LEVEL: 'error' }, program: 'main.ts', exchanges };
    const [outcomes = []] = await play([run], writeProgram(folder.path, program));
    const [first, later] = outcomes.map(({ content }) => (content === '' ? 0 : JSON.parse(content).now) as number);
    assert.ok(first! >= longAgo && first! < longAgo + 60_000, `the clock stood at ${first}`);
    assert.ok(later! >= first! + 3_600_000 && later! < first! + 3_660_000, `and then at ${later}`);
    assert.equal(outcomes[3]?.request.path, '/things/thing-of-this-run');
    assert.equal(outcomes[3]?.content, '{"isKnown":true}');
    assert.equal(outcomes[4]?.problem, 'no answer within 0.2 seconds');
    assert.equal(outcomes[5]?.problem, 'the program crashed');
    assert.deepEqual(
      outcomes.map(({ trace }) => trace?.resolution?.path),
      ['/time', '/time', '/things', '/things/:id', undefined, undefined],
    );
  });

  it('side by side, where it had run side by side', async () => {
    const exchanges = [
      exchange(1, 'GET', '/wait', { sent: 1, answered: 4 }),
      exchange(2, 'GET', '/release', { sent: 2, answered: 3 }),
    ];
    const run = { env: { LOG_LEVEL: 'error' }, program: 'main.ts', exchanges };
    const [outcomes = []] = await play([run], writeProgram(folder.path, program));
    assert.deepEqual(
      outcomes.map(({ content, problem, trace }) => [content, problem, trace?.path]),
      [
        ['"released"', undefined, '/wait'],
        ['"done"', undefined, '/release'],
      ],
    );
  });
});

function exchange(place: number, method: string, path: string, parts: Partial<KeptExchange> = {}): KeptExchange {
  const order = { sentAt: 0, sent: place * 2, answered: place * 2 + 1 };
  return {
    request: { method, path, headers: {} },
    isOwn: true,
    advanced: 0,
    deadline: 5_000,
    made: [],
    ...order,
    ...parts,
  };
}
