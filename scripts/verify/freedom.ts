import { shareOf } from '../../framework/fixtures/share.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { checksOf } from '../workshop/check/collector.ts';
import type { CheckResult } from '../workshop/check/run.ts';
import { renderFailure } from '../workshop/failure-view.ts';
import { withFolder } from '../workshop/scratch-folder.ts';
import { Lender } from '../workshop/services/lender.ts';
import { type Files, freeStarterOf } from '../workshop/starters.ts';
import { typeErrors } from '../workshop/type-errors.ts';
import { freeDesignsOf, wrongFreeDesignsOf } from './designs.ts';
import type { Finding } from './finding.ts';
import { runTarget } from './targets.ts';
import { wrongProblems } from './variation.ts';

/** For several chapters, all designs would take too long: each of them runs every check of its chapter. */
const partsOfDesigns = 20;
const partsOfWrong = 40;

/**
 * A chapter that can be done with a design of one's own: designs that differ pass its checks, and no step is done in the starter that
 * they begin with. What a check demands beyond the interface, one of them doesn't have.
 */
export async function verifyFreedom(chapter: Chapter, isThorough = true): Promise<Finding[]> {
  const starter = freeStarterOf(chapter);
  const [designs, wrong] = [freeDesignsOf(chapter), await wrongFreeDesignsOf(chapter)];
  const place = `solutions/${chapter.slug}/designs`;
  if (starter === undefined)
    return designs.length > 0 ? [{ place, problem: 'there are designs, but no starter `free`.' }] : [];
  const problems = designs.length > 0 ? [] : ["there is a starter for designs of one's own, and not one design."];
  const checks = await checksOf(chapter);
  const lender = new Lender();
  try {
    const jobs = [
      async () => problemsOf('the starter', starter, doneIn),
      ...designs.map(
        ({ name, files }) =>
          () =>
            problemsOf(name, files, failing),
      ),
    ];
    for (const job of isThorough ? jobs : shareOf(jobs, partsOfDesigns)) problems.push(...(await job()));
    for (const each of isThorough ? wrong : shareOf(wrong, partsOfWrong))
      problems.push(...(await wrongProblems(chapter, each, designs, checks, lender)));
  } finally {
    await lender.end();
  }
  return problems.map((problem) => ({ place, problem }));

  async function problemsOf(
    name: string,
    files: Files,
    judge: (results: CheckResult[]) => string[],
  ): Promise<string[]> {
    const errors = await withFolder(files, (folder) => typeErrors(folder));
    const { problems: found } = await runTarget(checks, files, lender, judge);
    return [...errors.map((error) => `type error: ${error}`), ...found].map((problem) => `${name}: ${problem}`);
  }
}

function failing(results: CheckResult[]): string[] {
  return results.flatMap(({ name, failure }) =>
    failure === undefined ? [] : [`"${name}" refuses it: ${renderFailure(failure)}`],
  );
}

/** The steps that pass before anybody has written a line. */
function doneIn(results: CheckResult[]): string[] {
  const steps = [...new Set(results.map(({ step }) => step))];
  const open = new Set(results.filter(({ failure, skipped }) => failure || skipped).map(({ step }) => step));
  return steps
    .filter((step) => !open.has(step))
    .map((step) => `step ${step} passes, and nothing has been written yet.`);
}
