import type { Chapter } from './chapters.ts';
import type { CheckResult } from './check/run.ts';
import type { CheckedChapter } from './checked-chapter.ts';
import { sectionsView } from './graded/sections-view.ts';
import { stepsView } from './steps-view.ts';

/** What `npm test NN` shows at the end: the steps of the chapter, or the board of a graded one. `told` isn't shown again. */
export function outcomeView(
  chapter: Chapter,
  checked: CheckedChapter,
  next: Chapter | undefined,
  width?: number,
  told?: CheckResult,
): string {
  if (chapter.unit === 'section') return sectionsView(chapter, checked, next, width);
  return stepsView(chapter, checked, next, width, told);
}
