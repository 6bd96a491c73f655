import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Chapter } from '../chapters.ts';
import type { CheckResult } from '../check/run.ts';
import { Recorder } from '../check/tape.ts';
import { testFolder } from '../test-folder.ts';
import { KeptFailures } from './kept-failures.ts';

describe('a failed check is kept', () => {
  const folder = testFolder();
  after(() => folder.remove());
  const kept = new KeptFailures(folder.path);
  const chapter = { number: '05', slug: '05-injection' } as Chapter;
  const file = join(folder.path, 'replay', 'injection.json');
  const json = new Headers({ 'content-type': 'application/json' });

  /** A run in which every request waits for the answer before it: path, body, and the answer's body. */
  function failure(requests: [path: string, body: string, answer: unknown][], env = {}): CheckResult {
    const recorder = new Recorder();
    recorder.check = 'it holds';
    const tape = recorder.tape(env, 'main.ts');
    for (const [path, body, answer] of requests) {
      const exchange = tape.sent({ method: 'POST', path, headers: {}, body }, 5_000);
      tape.answered(exchange, json, JSON.stringify(answer));
    }
    const story = recorder.storyOf(undefined);
    return { step: 1, name: 'it holds', alreadyTrue: false, milliseconds: 1, failure: { problem: 'No.' }, story };
  }

  it('with the values that the program has made, and not with those that the check had sent itself', () => {
    const answer = { id: 'p-1', title: 'a title of the check', secret_token: 'made by the program' };
    const result = failure([
      ['/posts', '{"title":"a title of the check"}', answer],
      ['/posts/p-1', '{"title":"a title of the check","token":"made by the program"}', {}],
    ]);
    kept.keep(chapter, [result]);
    const { runs, index, name } = kept.of(chapter)!;
    assert.equal(name, 'it holds');
    assert.equal(index, 1);
    assert.deepEqual(runs[0]?.exchanges[0]?.made, [
      { place: ['json', 'id'], value: 'p-1' },
      { place: ['json', 'secret_token'], value: 'made by the program' },
    ]);
    assert.deepEqual(runs[0]?.exchanges[1]?.made, []);
  });

  it('in one file, which a passing run removes', () => {
    kept.keep(chapter, [failure([['/', '', {}]])]);
    assert.deepEqual(readdirSync(join(folder.path, 'replay')), ['injection.json'], 'and no draft stays behind');
    kept.keep(chapter, []);
    assert.equal(kept.of(chapter), undefined);
  });

  it('up to a size: of a story that is too long, the end', () => {
    const large = 'x'.repeat(10_000);
    kept.keep(chapter, [failure(Array.from({ length: 600 }, (_, at) => [`/${at}`, large, {}]))]);
    const { runs, index } = kept.of(chapter)!;
    assert.ok(statSync(file).size <= 1024 * 1024, `${statSync(file).size} bytes`);
    assert.equal(runs[0]?.exchanges[index]?.request.path, '/599');
    assert.ok(index > 10, 'what fits is kept');
    kept.keep(chapter, [failure([['/', 'x'.repeat(2_000_000), {}]])]);
    assert.deepEqual(kept.of(chapter)?.runs, [], 'a single request that is too large is not');
  });

  it('with the programs that ran before on the same file', () => {
    const recorder = new Recorder();
    const [first, other, second] = ['file:a.db', 'file:b.db', 'file:a.db'].map((DATABASE_URL) =>
      recorder.tape({ DATABASE_URL }, 'main.ts'),
    );
    for (const tape of [first, other, second]) {
      recorder.check = tape === second ? 'the last' : 'one before';
      tape!.answered(tape!.sent({ method: 'GET', path: '/', headers: {} }, 5_000), json, '{}');
    }
    const story = recorder.storyOf(undefined);
    assert.deepEqual(
      story?.tapes.map(({ env }) => env.DATABASE_URL),
      ['file:a.db', 'file:a.db'],
    );
    const result = { ...failure([]), story };
    kept.keep(chapter, [result]);
    assert.deepEqual(
      kept.of(chapter)?.runs.map(({ exchanges }) => exchanges[0]?.isOwn),
      [false, true],
    );
  });

  it('with what the check has asked afterwards: that may be how it found out', () => {
    const recorder = new Recorder();
    const tape = recorder.tape({}, 'main.ts');
    const send = (check: string, path: string) => {
      recorder.check = check;
      const exchange = tape.sent({ method: 'GET', path, headers: {} }, 5_000);
      tape.answered(exchange, json, '{}');
      return exchange.request;
    };
    send('one before', '/first');
    const named = send('it holds', '/named');
    send('it holds', '/afterwards');
    kept.keep(chapter, [{ ...failure([]), story: recorder.storyOf(named) }]);
    const { runs, index } = kept.of(chapter)!;
    assert.deepEqual(
      runs[0]?.exchanges.map(({ request, isOwn }) => `${request.path} ${isOwn}`),
      ['/first false', '/named true', '/afterwards true'],
    );
    assert.equal(index, 1);
  });

  it('a file that makes no sense counts as nothing', () => {
    mkdirSync(join(folder.path, 'replay'), { recursive: true });
    for (const text of [
      '{"version":1,"runs":',
      '[]',
      '{"version":0}',
      'null',
      '{"version":1}',
      '{"version":1,"runs":[{}],"index":0}',
    ]) {
      writeFileSync(file, text);
      assert.equal(kept.of(chapter), undefined, text);
    }
  });
});
