import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { blameOneStep } from '../blame.ts';
import { allChapters } from '../chapters.ts';
import { programOf, testFolder, writeProgram } from '../test-folder.fixture.ts';
import type { CheckBody } from './check-definition.ts';
import { runChecks } from './run.ts';

const read: CheckBody = async (app) => void (await app.get('/')).status(200);
const readFresh: CheckBody = async (app) => void (await app.fresh({ LOG_LEVEL: 'warn' }).get('/')).status(200);

/** Writes a line into `starts` each time it is started. */
const counted = (rest: string) => {
  const count = "import { appendFileSync } from 'node:fs';\nappendFileSync(new URL('starts', import.meta.url), 'x');\n";
  return new Map([['main.ts', `${count}${rest}`]]);
};

it('a story that is still going on when the run ends starts no other program', async () => {
  const folder = testFolder();
  const src = writeProgram(join(folder.path, 'story'), counted(''));
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  let story: Promise<unknown> = Promise.resolve();
  const body: CheckBody = async (app) => {
    story = app.once(async (session) => {
      await over;
      await session.fresh().get('/');
    });
  };
  await runChecks([{ step: 1, name: 'starts a story', body }], src);
  end();
  await assert.rejects(story, /The run is over/);
  assert.equal(existsSync(join(src, 'starts')), false);
  folder.remove();
});

describe('after a failed start, the remaining checks do not start the program again', { concurrency: true }, () => {
  const folder = testFolder();
  after(() => folder.remove());

  async function run(name: string, program: Map<string, string>, bodies: CheckBody[]) {
    const src = writeProgram(join(folder.path, name), program);
    writeFileSync(join(src, 'starts'), '');
    const checks = bodies.map((body, index) => ({ step: 1, name: `check ${index}`, body, deadline: 20_000 }));
    const results = await runChecks(checks, src, undefined, { patience: 5_000 });
    const problems = results.map(({ failure }) => failure?.problem);
    return { starts: readFileSync(join(src, 'starts'), 'utf8').length, problems };
  }

  it('when its event loop is blocked', async () => {
    const { starts, problems } = await run('loop', counted('while (true) {}\n'), [readFresh, read, readFresh]);
    assert.equal(starts, 1);
    assert.deepEqual(problems, Array(3).fill('The program never listened, because its event loop is blocked.'));
  });

  it('when it crashes with its usual variables', async () => {
    const { starts, problems } = await run('crash', counted("throw new Error('no');\n"), [read, readFresh, read]);
    assert.equal(starts, 1);
    assert.deepEqual(problems, Array(3).fill('Error: no'));
  });

  it('but a crash with other variables says nothing about the usual ones', async () => {
    const main = programOf("{ method: 'GET', path: '/', handler: () => 1 }").get('main.ts')!;
    const refusing = `if (process.env.LOG_LEVEL === 'warn') throw new Error('no');\n${main}`;
    const { starts, problems } = await run('variable', counted(refusing), [readFresh, read]);
    assert.equal(starts, 2);
    assert.deepEqual(problems, ['Error: no', undefined]);
  });
});

it('concurrent checks overlap with those before them, and the results keep their order', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const log: string[] = [];
  let end = () => {};
  const later = new Promise<void>((resolve) => {
    end = resolve;
  });
  const checks = [
    { step: 1, name: 'first', body: () => later },
    { step: 1, name: 'shares the program', body: async () => void log.push('shares the program') },
    { step: 2, name: 'concurrent', concurrent: true, body: async () => void log.push('concurrent') },
    { step: 2, name: 'concurrent, too', concurrent: true, body: async () => end() },
  ];
  const order: string[] = [];
  const results = await runChecks(checks, folder.path, ({ name }) => order.push(name), { lanes: 2 });
  assert.deepEqual(log, ['concurrent', 'shares the program']);
  const names = checks.map(({ name }) => name);
  assert.deepEqual(order, names);
  assert.deepEqual(
    results.map(({ name }) => name),
    names,
  );
});

it('the checks of one step come first, and the results are returned in the order of the checks', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const checks = [1, 1, 2, 3].map((step, index) => ({ step, name: `check ${index}`, body: async () => {} }));
  const order: number[] = [];
  const results = await runChecks(checks, folder.path, ({ step }) => order.push(step), { lanes: 2, first: 2 });
  assert.deepEqual(order, [2, 1, 1, 3]);
  assert.deepEqual(
    results.map(({ step }) => step),
    [1, 1, 2, 3],
  );
});

it('only a connection that was open from an earlier request may be closed without a response', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const handler = `({ request: { path, incoming: { socket } } }) => {
    if (path === '/closed' || socket.isUsed) socket.destroy();
    socket.isUsed = true;
    return 1;
  }`;
  const routes = ['/idle', '/closed'].map((path) => `{ method: 'GET', path: '${path}', handler: ${handler} }`);
  const src = writeProgram(folder.path, programOf(routes.join(', ')));
  const often: CheckBody = async (app) => {
    for (let sent = 0; sent < 10; sent++) (await app.get('/idle')).status(200);
  };
  const closed: CheckBody = async (app) => void (await app.get('/closed')).status(200);
  const checks = [often, closed].map((body, step) => ({ step, name: `check ${step}`, body, deadline: 20_000 }));
  const results = await runChecks(checks, src);
  assert.deepEqual(
    results.map(({ failure }) => failure?.problem),
    [undefined, 'The connection broke.'],
  );
});

it('a program that one check has crashed is started again for the next one', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const src = writeProgram(
    folder.path,
    programOf(
      "{ method: 'GET', path: '/', handler: () => 1 }, { method: 'GET', path: '/end', handler: () => process.exit(1) }",
    ),
  );
  const end: CheckBody = async (app) => void (await app.get('/end')).status(200);
  const checks = [end, read].map((body, index) => ({
    step: index + 1,
    name: `check ${index}`,
    body,
    deadline: 20_000,
  }));
  const [ended, passed] = await runChecks(checks, src);
  assert.equal(ended?.failure?.problem, 'The program ended during this request.');
  assert.equal(passed?.failure, undefined);
});

it('after a request that blocks the program, only the check that sent it has failed', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const src = writeProgram(folder.path, programOf("{ method: 'GET', path: '/', handler: () => { for (;;); } }"));
  const checks = [1, 2].map((step) => ({ step, name: `check ${step}`, body: read, deadline: 1_000 }));
  const results = await runChecks(checks, src, undefined, { first: 2 });
  assert.deepEqual(
    results.map(({ isInherited }) => isInherited),
    [true, false],
  );
  const [chapter] = allChapters();
  const [first, second] = blameOneStep(chapter!, results, 2);
  assert.deepEqual([first?.failure, first?.isStopped], [undefined, true]);
  assert.match(second?.failure?.problem ?? '', /the event loop is blocked/);
});

it('a new save ends the checks of a program that never listens', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const src = writeProgram(folder.path, new Map([['main.ts', "console.log('begun');\nwhile (true) {}\n"]]));
  const saved = new AbortController();
  const body: CheckBody = async (app) => {
    const started = app.fresh().get('/');
    saved.abort();
    await started;
  };
  const check = { step: 1, name: 'read', body };
  const before = performance.now();
  const results = await runChecks([check, check], src, undefined, { signal: saved.signal });
  assert.equal(results.length, 1);
  assert.ok(performance.now() - before < 10_000, 'nobody waits for the program');
});

it('a start that takes more than three seconds is announced, and may still succeed', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const main = programOf("{ method: 'GET', path: '/', handler: () => 1 }").get('main.ts')!;
  const slow = "import { setTimeout as wait } from 'node:timers/promises';\nawait wait(3_500);\n";
  const src = writeProgram(folder.path, new Map([['main.ts', `${slow}${main}`]]));
  let slowStarts = 0;
  const [result] = await runChecks([{ step: 1, name: 'read', body: read }], src, undefined, {
    onSlowStart: () => slowStarts++,
  });
  assert.deepEqual([result?.failure, slowStarts], [undefined, 1]);
});
