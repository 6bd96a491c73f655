import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import { solutionAt } from './starters.ts';

/**
 * A program that doesn't start fails every check. That is one step's failure, and the others could not run: the step that
 * the learner is working on, or a later one if the error is about code that only that step adds.
 */
export function blameOneStep(
  chapter: Chapter,
  results: readonly CheckResult[],
  current: number | undefined,
): CheckResult[] {
  const stopped = results.filter(({ about }) => about !== undefined);
  const stop = (result: CheckResult) => ({ ...result, failure: undefined, about: undefined, isStopped: true });
  // A program that a request has blocked: the check that sent it has the failure.
  if (stopped.length === 0) return results.map((result) => (result.isInherited ? stop(result) : result));
  const latest = addedBy(chapter, stopped[0]!.about!);
  // If every step has passed before, the error itself is all there is to go by.
  const wanted = current === undefined ? latest || chapter.steps.at(-1)!.number : Math.max(current, latest);
  // A step whose checks have all run is not the one.
  const isOpen = (step: number) =>
    stopped.some((result) => result.step === step) || results.every((result) => result.step !== step);
  const blamed = chapter.steps.find(({ number }) => number >= wanted && isOpen(number))?.number ?? stopped[0]!.step;
  const others = results.map((result) => (stopped.includes(result) && result.step !== blamed ? stop(result) : result));
  if (others.some(({ about }) => about !== undefined)) return others;
  return [...others, { ...stopped[0]!, step: blamed }];
}

/** The first step whose solution has all of these names and files. Ignores those that no solution has. */
function addedBy(chapter: Chapter, about: readonly string[]): number {
  const steps = [0, ...chapter.steps.map(({ number }) => number)];
  const texts = steps.map((step) => [...solutionAt(chapter, step)].flat().join('\n'));
  return Math.max(0, ...about.map((name) => steps[texts.findIndex((text) => text.includes(name))] ?? 0));
}
