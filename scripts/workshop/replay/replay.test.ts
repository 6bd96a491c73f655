import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { stripVTControlCharacters as plain } from 'node:util';
import type { Check } from '../check/check-definition.ts';
import { checksOf } from '../check/collector.ts';
import { random } from '../check/random.ts';
import { applyMistake } from '../known-mistakes.ts';
import { solutionOf, writeFiles } from '../starters.ts';
import { copyOfChapter, copyOfChapter01, programOf, testFolder } from '../test-folder.fixture.ts';
import { replay } from './replay.ts';
import { replayView } from './replay-view.ts';

describe('a failed check is replayed', () => {
  const folder = testFolder();
  after(() => folder.remove());

  /** Sends GET requests, and fails at the last one. */
  const failing = (step: number, ...paths: string[]): Check => ({
    step,
    name: 'it',
    deadline: 500,
    async body(app) {
      const responses = [];
      for (const path of paths) responses.push(await app.get(path));
      responses.at(-1)!.expect(false, 'something else');
    },
  });

  it('with the values that each program makes itself, and no secret is printed', async () => {
    const chapter = copyOfChapter('10-bearer-auth', folder.path);
    const edits = [{ file: 'posts/posts.controller.ts', find: "'user_id'", replace: "'userId'" }];
    writeFiles(chapter.src, applyMistake(chapter, { edits }));
    const author = 'the author of a new post is the user of the token';
    const checks = (await checksOf(chapter)).filter(({ name }) => name === author);
    const view = plain(replayView(chapter, (await replay(chapter, checks))!, 80));
    assert.match(view, /, after \d+ earlier requests:\n {2}curl -i -X POST .*Authorization: Bearer •••/);
    // The solution accepts a token only if it made the token itself.
    assert.match(
      view,
      /\n▶ +handler PostsController\.\w+ threw\n[\s\S]*← 500[\s\S]*\n▷ +handler PostsController\.\w+ returned\n[\s\S]*← 201/,
    );
    assert.doesNotMatch(view, /eyJ/);
  });

  it('against the solution of its own step, and names make no difference', async () => {
    const chapter = copyOfChapter01(folder.path);
    const renamed = [...solutionOf(chapter)].map(([name, text]) => [name, text.replaceAll('HelloController', 'Other')]);
    writeFiles(chapter.src, new Map(renamed as [string, string][]));
    // A route of a later step: the solution of step 1 does not have it either.
    const later = await replay(chapter, [failing(1, '/tags')]);
    assert.deepEqual(
      [later?.mine.at(-2), later?.solution.at(-2)].map((line) => line?.slice(0, 5)),
      ['← 200', '← 404'],
    );
    const same = await replay(chapter, [failing(1, '/hello')]);
    assert.equal(same?.difference, undefined);
    assert.match(same?.mine.join() ?? '', /handler Other\.hello/);
    assert.equal((await replay(chapter, [failing(2, '/tags')]))?.difference, undefined);
  });

  it('with the same random values, in stories and other programs too, up to a hanging or crashing end', async () => {
    const chapter = copyOfChapter01(folder.path);
    const routes = (end: string) =>
      programOf(
        `{ method: 'GET', path: '/echo/:word', handler: (ctx) => ctx.param('word') },
         { method: 'GET', path: '/end', handler: () => ${end} }`,
      );
    writeFiles(chapter.sources.at(-1)!, routes("'done'"));
    const story: Check = {
      step: 1,
      name: 'a story',
      body: (app) =>
        app.once(async (inner) => {
          const response = await inner.fresh({ LOG_LEVEL: 'error' }).get(`/echo/${random.word()}`);
          response.expect(false, 'something else');
        }),
    };
    for (const [end, problem] of [
      ['new Promise(() => {})', /^← No response within 0\.5 seconds\.$/],
      ['process.exit(1)', /^← The program ended during this request\.$/],
    ] as const) {
      writeFiles(chapter.src, routes(end));
      const echoed = (await replay(chapter, [story]))!;
      assert.equal(echoed.difference, undefined);
      assert.deepEqual(echoed.mine, echoed.solution);
      assert.match(echoed.mine.at(-1)!, /"w[0-9a-f]{10}"/);
      const ended = (await replay(chapter, [failing(1, '/echo/first', '/end')]))!;
      assert.match(ended.mine.at(-1)!, problem);
      assert.match(ended.solution.join('\n'), /^← 200$/m);
      assert.deepEqual([ended.before, ended.isLookedAt], [1, true]);
    }
  });
});
