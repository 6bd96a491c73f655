import type { Chapter } from '../../workshop/chapters.ts';
import type { Check } from '../../workshop/check/check-definition.ts';
import { checksOf } from '../../workshop/check/collector.ts';
import { renderFailure } from '../../workshop/failure-view.ts';
import { stepsIn } from '../../workshop/regions.ts';
import { withFolder } from '../../workshop/scratch-folder.ts';
import { Lender } from '../../workshop/services/lender.ts';
import { type Files, readFiles, solutionOf } from '../../workshop/starters.ts';
import { typeErrors } from '../../workshop/type-errors.ts';
import { type FailedCheck, firstFailure } from '../mutation/chapter.ts';
import { applySteps, type Refactoring, rounds, type Step, stepsOf } from './refactorings.ts';

/** A refactoring that a check refuses, although the program does the same. */
export interface Refusal {
  readonly refactoring: string;
  /** The smallest set of places that is refused. */
  readonly places: readonly string[];
  readonly check: string;
  readonly message: string;
}

export interface ChapterAcceptance {
  readonly chapter: Chapter;
  /** How many refactorings have a place in the chapter, and how many places there are. */
  readonly applied: number;
  readonly places: number;
  readonly refusals: readonly Refusal[];
}

/** Changes the solution in ways that keep its behaviour, and runs the chapter's checks. All of them must still pass. */
export async function refactorChapter(
  chapter: Chapter,
  report: (line: string) => void = () => {},
): Promise<ChapterAcceptance> {
  const solution = solutionOf(chapter);
  // The files that a step changes. A check may say that another one has to stay as it is.
  const names = [...readFiles(chapter.sources.at(-1)!)]
    .filter(([name, marked]) => name.endsWith('.ts') && solution.has(name) && stepsIn(marked).size > 0)
    .map(([name]) => name);
  const placesOf = (each: Refactoring) => stepsOf(each, solution, names).length;
  const applicable = rounds.map((round) => round.filter((each) => placesOf(each) > 0));
  const places = applicable.flat().reduce((sum, each) => sum + placesOf(each), 0);
  const checks = await checksOf(chapter);
  const lender = new Lender();
  try {
    const trial: Trial = { solution, names, checks, lender, report };
    const refusals: Refusal[] = [];
    for (const round of applicable.filter(({ length }) => length > 0))
      refusals.push(...(await refusedOf(round, trial)));
    return { chapter, applied: applicable.flat().length, places, refusals };
  } finally {
    await lender.end();
  }
}

interface Trial {
  readonly solution: Files;
  /** The files that may change. */
  readonly names: readonly string[];
  readonly checks: readonly Check[];
  readonly lender: Lender;
  readonly report: (line: string) => void;
}

/** All at once, because they usually pass. If not, each half, down to the single ones that are refused. */
async function refusedOf(some: readonly Refactoring[], trial: Trial): Promise<Refusal[]> {
  let files = trial.solution;
  for (const each of some) files = applySteps(files, stepsOf(each, files, trial.names));
  const failed = await failureOf(files, trial);
  const verdict = failed === undefined ? 'accepted' : `refused by "${failed.name}"`;
  trial.report(`${some.map(({ name }) => name).join(', ')}: ${verdict}`);
  if (failed === undefined) return [];
  const isIt = ({ name }: Check) => name === failed.name;
  const [only] = some;
  if (some.length === 1) {
    const steps = stepsOf(only!, trial.solution, trial.names);
    return refusedPlaces(only!, steps, { ...trial, checks: trial.checks.filter(isIt) });
  }
  const found: Refusal[] = [];
  // The check that has just failed comes first: it will probably fail again.
  const checks = trial.checks.toSorted((a, b) => Number(isIt(b)) - Number(isIt(a)));
  for (const half of halvesOf(some)) found.push(...(await refusedOf(half, { ...trial, checks })));
  return found;
}

/** The places that are refused on their own; all of them if only the whole is. */
async function refusedPlaces(refactoring: Refactoring, steps: readonly Step[], trial: Trial): Promise<Refusal[]> {
  const files = applySteps(trial.solution, steps);
  const failed = await failureOf(files, trial);
  if (failed === undefined) return [];
  if (steps.length > 1) {
    const found: Refusal[] = [];
    for (const half of halvesOf(steps)) found.push(...(await refusedPlaces(refactoring, half, trial)));
    if (found.length > 0) return found;
  }
  // What doesn't compile isn't a refactoring.
  if ((await withFolder(files, (folder) => typeErrors(folder))).length > 0) return [];
  const places = steps.map(({ file, line }) => `${file}:${line}`);
  return [{ refactoring: refactoring.name, places, check: failed.name, message: renderFailure(failed.failure) }];
}

/** A failure is tried once more: a busy machine can make a deadline pass. */
async function failureOf(files: Files, trial: Trial): Promise<FailedCheck | undefined> {
  const { checks, lender } = trial;
  const attempt = (some: readonly Check[]) => withFolder(files, (folder) => firstFailure(some, folder, lender));
  const failed = await attempt(checks);
  if (failed === undefined) return undefined;
  const again = await attempt(checks.filter(({ name }) => name === failed.name));
  return again ?? failureOf(files, { ...trial, checks: checks.filter(({ name }) => name !== failed.name) });
}

function halvesOf<T>(items: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}
