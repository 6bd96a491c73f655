import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters as plain } from 'node:util';
import { collectChecks } from '../check/collector.ts';
import { runChecks } from '../check/run.ts';
import { Recorder } from '../check/tape.ts';
import { solutionOf, writeFiles } from '../starters.ts';
import { copyOfChapter, copyOfChapter01, programOf, testFolder, tooSlow, writeProgram } from '../test-folder.ts';
import { applyMistake, mistakesOf } from '../verify/mistakes.ts';
import { KeptFailures } from './kept-failures.ts';
import { play } from './playback.ts';
import { replay } from './replay.ts';
import { replayView } from './replay-view.ts';

const json = new Headers({ 'content-type': 'application/json' });

/** A story in which each request waits for the response to the one before: path, what was sent, and the response. */
function storyOf(requests: [path: string, body: string, response: unknown][]) {
  const recorder = new Recorder();
  const tape = recorder.tape({ LOG_LEVEL: 'error', JWT_SECRET: 'a secret' }, 'main.ts');
  for (const [path, body, response] of requests) {
    const method = body === '' ? 'GET' : 'POST';
    const exchange = tape.sent({ method, path, headers: {}, ...(body !== '' && { body }) }, 300);
    tape.answered(exchange, json, JSON.stringify(response));
  }
  return recorder.storyOf(undefined)!;
}

describe('a failed check is replayed', { skip: tooSlow }, () => {
  const folder = testFolder();
  after(() => folder.remove());

  it('with the values that each program makes itself, and no secret is printed', async () => {
    const chapter = copyOfChapter('10-bearer-auth', folder.path);
    const known = (await mistakesOf(chapter)).find(({ name }) => name === 'another-key')!;
    writeFiles(chapter.src, applyMistake(chapter, known));
    const checks = await collectChecks(pathToFileURL(join(chapter.folder, 'check.test.ts')));
    const failing = Object.keys(known.fails);
    const kept = new KeptFailures(folder.path);
    kept.keep(
      chapter,
      await runChecks(
        checks.filter(({ name }) => failing.includes(name)),
        chapter.src,
      ),
    );
    const view = plain(replayView(chapter, await replay(chapter, kept.of(chapter)!)));
    assert.match(view, /, after \d+ earlier requests:\n {2}curl -i -X POST .*Authorization: Bearer •••/);
    // The solution accepts a token only if it made the token itself.
    assert.match(
      view,
      /\n▶ +handler PostsController\.\w+ threw\n[\s\S]*← 500[\s\S]*\n▶ +handler PostsController\.\w+ returned\n[\s\S]*← 201/,
    );
    assert.doesNotMatch(view, /eyJ/);
  });

  it('against the solution of its own step, and names make no difference', async () => {
    const chapter = copyOfChapter01(folder.path);
    const failure = { step: 1, name: 'it', problem: '', story: storyOf([['/tags', '', {}]]) };
    const renamed = [...solutionOf(chapter)].map(([name, text]) => [name, text.replaceAll('HelloController', 'Other')]);
    writeFiles(chapter.src, new Map(renamed as [string, string][]));
    // A route of a later step: the solution of step 1 does not have it either.
    const later = await replay(chapter, failure);
    assert.deepEqual(
      [later.mine.at(-2), later.solution.at(-2)].map((line) => line?.slice(0, 5)),
      ['← 200', '← 404'],
    );
    const same = await replay(chapter, { ...failure, story: storyOf([['/hello', '', {}]]) });
    assert.equal(same.difference, undefined);
    assert.match(same.mine.join(), /handler Other\.hello/);
    const renamedRoute = await replay(chapter, { ...failure, step: 2, story: storyOf([['/tags', '', {}]]) });
    assert.equal(renamedRoute.difference, undefined);
  });

  it('at the time of the check, up to a hanging or crashing end', async () => {
    const program = programOf(
      `{ method: 'GET', path: '/time', handler: () => ({ now: Date.now() }) },
       { method: 'POST', path: '/things', handler: () => ({ thing_id: 'thing-of-this-run' }) },
       { method: 'GET', path: '/things/:id', handler: (ctx) => ctx.param('id') },
       { method: 'GET', path: '/hang', handler: () => new Promise(() => {}) },
       { method: 'GET', path: '/crash', handler: () => process.exit(1) }`,
    );
    const { recordings } = storyOf([
      ['/time', '', {}],
      ['/things', '{"title":"a title of the check"}', { thing_id: 'thing-of-before', title: 'a title of the check' }],
      ['/things/thing-of-before', '', {}],
      ['/hang', '', {}],
      ['/crash', '', {}],
    ]);
    const longAgo = Date.UTC(2001, 1, 3);
    Object.assign(recordings[0]!.exchanges[0]!, { sentAt: longAgo });
    const played = await play(recordings, writeProgram(folder.path, program));
    const { now } = JSON.parse(played[0]!.content);
    assert.ok(now >= longAgo && now < longAgo + 60_000, `the clock shows ${now}`);
    assert.equal(played[2]?.content, '"thing-of-this-run"');
    assert.deepEqual(
      played.slice(3).map(({ problem }) => problem),
      ['no response within 0.3 seconds', 'the program crashed'],
    );
    assert.deepEqual(
      played.map(({ trace }) => trace?.resolution?.path),
      ['/time', '/things', '/things/:id', undefined, undefined],
    );
  });
});
