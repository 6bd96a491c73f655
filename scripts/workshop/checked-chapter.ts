import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';

/** What is known about a learner's chapter, at the end of a check or in the middle of one. */
export interface CheckedChapter {
  readonly results: readonly CheckResult[];
  /** `src/main.ts:4:7 Type 'string' is not …` */
  readonly typeErrors: readonly string[];
  /** The step that the learner is working on. Undefined if all of them have passed before. */
  readonly current: number | undefined;
  /** The steps that have passed before, as far as they could run. */
  readonly before: readonly number[];
}

/** `before` has passed and can't run now, `stopped` can't run either, `open` is for later. */
export type StepState = 'passed' | 'failed' | 'before' | 'stopped' | 'skipped' | 'open';

export function stateOf({ results, current = 0, before }: CheckedChapter, step: number): StepState {
  const own = results.filter((result) => result.step === step);
  // Later steps fail because nobody has written them yet. An earlier one did pass.
  const isDue = step <= Math.max(current, failedIn(results)?.step ?? 0);
  if (own.some(({ failure }) => failure !== undefined)) return isDue ? 'failed' : 'open';
  if (own.some(({ isStopped }) => isStopped)) return before.includes(step) ? 'before' : 'stopped';
  if (own.some(({ skipped }) => skipped !== undefined)) return 'skipped';
  return own.length > 0 ? 'passed' : 'open';
}

/** The failure to look at first. */
export function failedIn(results: readonly CheckResult[]): CheckResult | undefined {
  return results.find(({ failure }) => failure !== undefined);
}

/** Whether the program could not start, so that some checks didn't run. */
export function isBroken(results: readonly CheckResult[]): boolean {
  return results.some(({ about }) => about !== undefined);
}

/** Every step passes, and the compiler finds no type errors. */
export function isDone(chapter: Chapter, checked: CheckedChapter): boolean {
  const { steps } = chapter;
  return (
    steps.length > 0 &&
    checked.typeErrors.length === 0 &&
    steps.every(({ number }) => stateOf(checked, number) === 'passed')
  );
}
