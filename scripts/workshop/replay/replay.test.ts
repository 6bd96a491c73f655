import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters as plain } from 'node:util';
import { collectChecks } from '../check/collector.ts';
import { runChecks } from '../check/run.ts';
import { writeFiles } from '../starters.ts';
import { copyOfChapter, testFolder, tooSlow } from '../test-folder.ts';
import { applyMistake, mistakesOf } from '../verify/mistakes.ts';
import { KeptFailures } from './kept-failures.ts';
import { replay } from './replay.ts';
import { replayView } from './replay-view.ts';

/** From a check that fails to what is printed, with a real chapter and a known wrong answer. */
describe('a failed check is sent again', { skip: tooSlow }, () => {
  const folder = testFolder();
  after(() => folder.remove());

  async function replayOf(slug: string, mistake: string, check: string): Promise<string> {
    const chapter = copyOfChapter(slug, folder.path);
    const known = (await mistakesOf(chapter)).find(({ name }) => name === mistake)!;
    writeFiles(chapter.src, applyMistake(chapter, known));
    const checks = await collectChecks(pathToFileURL(join(chapter.folder, 'check.test.ts')));
    const kept = new KeptFailures(folder.path);
    kept.keep(
      chapter,
      await runChecks(
        checks.filter(({ name }) => name === check),
        chapter.src,
      ),
    );
    return plain(replayView(chapter, await replay(chapter, kept.of(chapter)!), 120));
  }

  it('with the token and the id that each program has made itself, and no secret is printed', async () => {
    const check = 'DELETE /admin/drafts without a token is 401, and removes nothing';
    const view = await replayOf('10-bearer-auth', 'another-key', check);
    // Only with a token of its own making does the solution answer 201.
    assert.match(view, /^\nChapter 10, step 1: DELETE \/admin\/drafts without a token is 401, and removes nothing\n/);
    assert.match(
      view,
      /Sent to both, after the \d+ requests before it:\n {2}curl -i -X POST .*Authorization: Bearer •••/,
    );
    assert.match(view, /\n {4}middleware BearerAuth passed on +middleware BearerAuth continued\n▶ {5}set userId = /);
    assert.match(view, /\n▶ The solution puts user_id into the context; yours puts userId into the context\.\n/);
    assert.match(view, /\n {2}status\n {4}yours +500\n {4}the solution +201\n/);
    assert.doesNotMatch(view, /eyJ/);
  });
});
