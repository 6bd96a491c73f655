import pc from 'picocolors';
import type { Chapter, Step } from './chapters.ts';
import { type CheckedChapter, failedIn } from './checked-chapter.ts';
import { fold } from './fold.ts';
import { noHintsIn } from './graded/lock.ts';
import { hintsOf, type Rung } from './hints.ts';
import { terminalProse } from './prose.ts';
import { examineVariation } from './variation/examine.ts';
import { hintForVariation } from './variation/hint.ts';
import type { Workshop } from './workshop.ts';

export interface GivenHint extends Rung {
  readonly step: Step;
  /** The first is 1. */
  readonly number: number;
  readonly total: number;
}

/** One more hint for the first step that fails. Undefined if none does. */
export function nextHint(workshop: Workshop, chapter: Chapter, { results }: CheckedChapter): GivenHint | undefined {
  const failed = failedIn(results)?.step;
  if (failed === undefined) return undefined;
  const rungs = hintsOf(chapter).get(failed) ?? [];
  const number = workshop.progress.climb(chapter, failed, rungs.length);
  const rung = rungs[number - 1];
  const step = chapter.steps.find((each) => each.number === failed);
  if (rung === undefined || step === undefined)
    throw new Error(`Step ${failed} of chapter ${chapter.number} has no hints.`);
  return { ...rung, step, number, total: rungs.length };
}

/** Instead of a hint. */
export function noHint({ number }: Chapter, { results, typeErrors }: CheckedChapter): string {
  const skipped = results.find((result) => result.skipped !== undefined)?.skipped;
  if (typeErrors.length > 0)
    return `No check of chapter ${number} fails, but the code has type errors. npm test ${number} lists them.`;
  if (skipped === undefined) return `Every step of chapter ${number} passes. There is nothing left to hint at.`;
  return `Nothing fails in chapter ${number}, but some of its checks can't run on this machine. ${skipped}`;
}

/** The hint for a terminal, with the command that leads on. */
export async function hintFor(
  workshop: Workshop,
  chapter: Chapter,
  width: number,
  wantsVariation = false,
): Promise<string> {
  if (chapter.unit === 'section') return noHintsIn(chapter);
  const checked = await workshop.check(chapter);
  const hint = nextHint(workshop, chapter, checked);
  if (hint === undefined) {
    const examined = await examineVariation(workshop.progress, chapter, checked);
    const found = examined && hintForVariation(workshop, chapter, { isWanted: wantsVariation, width });
    return found ?? fold(noHint(chapter, checked), width);
  }
  const { step, number, total, title, text } = hint;
  const more =
    number < total
      ? `Hint ${number} of ${total}. For the next one: npm run hint ${chapter.number}`
      : `That was the last hint. To see the solution: npm run diff ${chapter.number}`;
  return [
    pc.bold(`Step ${step.number}: ${step.title}`),
    '',
    pc.bold(title),
    terminalProse(text, width),
    '',
    pc.dim(more),
  ].join('\n');
}
