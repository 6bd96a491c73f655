import { UsageError } from 'trellis';
import type { Chapter } from './chapters.ts';

/** The number of the step that a word names. */
export function stepNamed(word: string, chapter: Chapter): number {
  const step = chapter.steps.find(({ number }) => String(number) === word);
  if (step !== undefined) return step.number;
  throw new UsageError(`Chapter ${chapter.number} has no step "${word}". Its steps are 1 to ${chapter.steps.length}.`);
}
