import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipSlow } from '../../../framework/fixtures/slow.ts';
import { allChapters } from '../chapters.ts';
import { runChecks } from '../check/run.ts';
import { findChapter } from '../find-chapter.ts';
import { withFolder } from '../scratch-folder.ts';
import { solutionOf } from '../starters.ts';
import { variationChecks } from './examine.ts';

describe('the check of a feature and its test', {
  skip: skipSlow('starts many programs', import.meta.filename),
}, () => {
  const chapter = findChapter('28', allChapters());
  const test = 'tests/redirect.test.ts';
  const empty = "import { test } from 'node:test';\n\ntest('nothing', () => {});\n";
  const failing = "import { test } from 'node:test';\n\ntest('too much', () => fetch('not an address'));\n";

  async function problems(files: [name: string, text: string][]): Promise<(string | undefined)[]> {
    const program = new Map([...solutionOf(chapter), ...files]);
    const results = await withFolder(program, async (src) => runChecks(await variationChecks(chapter), src));
    return results.map(({ failure }) => failure?.problem);
  }

  it('demands a test, by the name of its feature', async () => {
    const none = 'There is no test of a feature yet.';
    assert.deepEqual(await problems([['tests/other.test.ts', empty]]), Array(5).fill(none));
  });

  it('believes no test that passes everywhere, and no feature without a line of code', async () => {
    assert.deepEqual(await problems([[test, empty]]), [
      undefined,
      'Our test of the feature "redirect" fails on your framework.',
      undefined,
      undefined,
      `src/${test} passes on a framework with a bug (bug 1 of 3).`,
    ]);
  });

  it('says where a test fails that should pass', async () => {
    const [, , own, other, bugs] = await problems([[test, failing]]);
    assert.equal(own, `src/${test} fails on your own framework.`);
    assert.equal(other, `src/${test} fails on another framework that has the feature.`);
    assert.equal(bugs, undefined);
  });
});
