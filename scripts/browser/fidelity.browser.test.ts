import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { shareOf } from '../../framework/fixtures/share.ts';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { withoutBrowser } from '../site/browser.fixture.ts';
import { allChapters } from '../workshop/chapters.ts';
import { type BrowserWorkshop, openBrowserWorkshop } from './browser-workshop.fixture.ts';
import { compareMistake, compareTarget, mistakesOf } from './fidelity.ts';

/** All of it takes an hour of a busy machine: `npm test all` runs it, and `npm run fidelity` prints the table. CI takes two chapters. */
const share = isThorough ? 1 : 16;
const chapters = allChapters().slice(0, 11);
const chosen = isThorough ? chapters : shareOf(chapters, 6);

describe('the checks of Part I in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let workshop: BrowserWorkshop;
  before(async () => {
    workshop = await openBrowserWorkshop();
  });
  after(() => workshop?.close());

  for (const chapter of chapters) {
    const skip = chosen.includes(chapter) ? false : 'not chosen by this commit: npm test all runs it';
    for (const target of ['solution', 'starter'] as const)
      test(`the ${target} of chapter ${chapter.number} gets the same verdicts and messages as in Node`, {
        skip,
      }, async () => {
        const { differences, skipped } = await compareTarget(workshop, chapter, target);
        assert.deepEqual({ differences, skipped }, { differences: [], skipped: [] });
      });

    test(`known mistakes of chapter ${chapter.number} fail the same checks for the same reason`, { skip }, async () => {
      const mistakes = (await mistakesOf(chapter)).filter((_, index) => index % share === 0);
      for (const mistake of mistakes)
        assert.deepEqual((await compareMistake(workshop, chapter, mistake)).differences, []);
    });
  }
});
