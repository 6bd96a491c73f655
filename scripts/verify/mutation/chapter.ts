import { type Chapter, root } from '../../workshop/chapters.ts';
import type { Check } from '../../workshop/check/check-definition.ts';
import { checksOf } from '../../workshop/check/collector.ts';
import type { FailureParts } from '../../workshop/check/failure-parts.ts';
import { runChecks } from '../../workshop/check/run.ts';
import { renderFailure } from '../../workshop/failure-view.ts';
import { stepsOfLines } from '../../workshop/regions.ts';
import { withFolder } from '../../workshop/scratch-folder.ts';
import { Lender } from '../../workshop/services/lender.ts';
import { sideBySide } from '../../workshop/side-by-side.ts';
import { type Files, readFiles, solutionOf } from '../../workshop/starters.ts';
import { typeErrors } from '../../workshop/type-errors.ts';
import { Equivalents } from './equivalents.ts';
import { choose, type Mutant, mutate } from './mutants.ts';
import type { Sample } from './sample.ts';
import { tradeMutantsOf } from './trade/operators.ts';

/** A mutant of a solution. It is in lines that a step adds. */
export interface TaughtMutant extends Mutant {
  readonly step: number;
}

/** What the checks of a chapter find. */
export interface ChapterScore {
  readonly chapter: Chapter;
  /** How many mutants the lines have that the chapter teaches, without the equivalent ones. */
  readonly possible: number;
  /** How many of them ran. Those that don't compile aren't counted: the learner's editor and `npm test` show the error. */
  readonly ran: number;
  readonly found: number;
  /** How many are listed as equivalent. */
  readonly equivalent: number;
  readonly survivors: readonly TaughtMutant[];
}

export interface Verdict {
  readonly mutant: TaughtMutant;
  /** The check that fails. Undefined if none does. */
  readonly foundBy?: string;
  /** Why it isn't counted. */
  readonly typeError?: string;
}

/** Plants mistakes in the lines that a chapter teaches, one at a time, and runs the chapter's checks against each. */
export async function mutateChapter(
  chapter: Chapter,
  sample: Sample,
  report: (verdict: Verdict, done: number, count: number) => void = () => {},
): Promise<ChapterScore> {
  const known = new Equivalents(root, `solutions/${chapter.slug}/equivalent.md`);
  const all = taughtMutants(chapter);
  const stale = known.stale(all);
  if (stale.length > 0) throw new Error(stale.join('\n'));
  const possible = all.filter((mutant) => !known.has(mutant));
  const chosen = choose(
    possible.filter(({ file }) => file.startsWith(sample.path)),
    sample.count,
    sample.seed,
  );
  const checks = await checksOf(chapter);
  const solution = solutionOf(chapter);
  const lender = new Lender();
  let done = 0;
  try {
    await expectToPass(checks, solution, lender);
    const verdicts = await sideBySide(chosen, async (mutant) => {
      const verdict = await judge(mutant, checks, solution, lender);
      report(verdict, ++done, chosen.length);
      return verdict;
    });
    const counted = verdicts.filter(({ typeError }) => typeError === undefined);
    const survivors = counted.filter(({ foundBy }) => foundBy === undefined).map(({ mutant }) => mutant);
    const ran = counted.length;
    const equivalent = all.length - possible.length;
    return { chapter, possible: possible.length, ran, found: ran - survivors.length, equivalent, survivors };
  } finally {
    await lender.end();
  }
}

/** The mutants of all lines inside of a step's regions. The others are the work of earlier chapters, or given. */
export function taughtMutants(chapter: Chapter): TaughtMutant[] {
  const solution = solutionOf(chapter);
  return [...readFiles(chapter.sources.at(-1)!)].flatMap(([file, marked]) => {
    const text = solution.get(file);
    if (text === undefined || !file.endsWith('.ts')) return [];
    const steps = stepsOfLines(marked);
    return tradeMutantsOf(file, text).flatMap((mutant) => {
      const step = steps[mutant.line - 1];
      return step === undefined ? [] : [{ ...mutant, step }];
    });
  });
}

async function judge(mutant: TaughtMutant, checks: Check[], solution: Files, lender: Lender): Promise<Verdict> {
  const files = new Map(solution).set(mutant.file, mutate(solution.get(mutant.file)!, mutant));
  // The checks of the mutant's own step find most of them.
  const distance = ({ step }: Check) => (step === mutant.step ? 0 : step > mutant.step ? 1 : 2);
  const ordered = checks.toSorted((a, b) => distance(a) - distance(b));
  return withFolder(files, async (folder) => {
    const foundBy = await firstFailure(ordered, folder, lender);
    if (foundBy !== undefined) return { mutant, foundBy: foundBy.name };
    const [typeError] = await typeErrors(folder);
    return { mutant, typeError };
  });
}

/** The check that fails, and how. */
export interface FailedCheck {
  readonly name: string;
  readonly failure: FailureParts;
}

/** The first check that fails. Later ones don't run. */
export async function firstFailure(
  checks: readonly Check[],
  folder: string,
  lender: Lender,
): Promise<FailedCheck | undefined> {
  const stop = new AbortController();
  let found: FailedCheck | undefined;
  await runChecks(
    checks,
    folder,
    ({ name, failure }) => {
      if (failure === undefined || found !== undefined) return;
      found = { name, failure };
      stop.abort();
    },
    { lender, signal: stop.signal },
  );
  return found;
}

/** A check that fails on the solution would find every mutant. */
async function expectToPass(checks: readonly Check[], solution: Files, lender: Lender): Promise<void> {
  const attempt = () => withFolder(solution, (folder) => firstFailure(checks, folder, lender));
  const failed = (await attempt()) && (await attempt());
  if (failed === undefined) return;
  throw new Error(`"${failed.name}" fails on the solution: ${renderFailure(failed.failure)}`);
}
