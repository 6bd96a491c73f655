import { type Chapter, sectionsOf } from './chapters.ts';
import { type FileDifference, patchesOf } from './difference.ts';
import { solutionAt } from './starters.ts';

/** Why the solution of each step is written the way it is. Empty if the chapter has no `explain.md`. */
export function explanationsOf(chapter: Chapter): Map<number, string> {
  return sectionsOf(chapter, 'explain.md');
}

/** What one step changes in the solution, file by file. */
export function changesOfStep(chapter: Chapter, step: number): FileDifference[] {
  return patchesOf(solutionAt(chapter, step - 1), solutionAt(chapter, step));
}
