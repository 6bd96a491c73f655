import type { Chapter } from './chapters.ts';
import type { CheckedChapter } from './checked-chapter.ts';
import { sectionsView } from './graded/sections-view.ts';
import { stepsView } from './steps-view.ts';

/** What `npm test NN` shows at the end: the steps of the chapter, or the board of a graded one. */
export function outcomeView(
  chapter: Chapter,
  checked: CheckedChapter,
  next: Chapter | undefined,
  width?: number,
): string {
  return (chapter.unit === 'section' ? sectionsView : stepsView)(chapter, checked, next, width);
}
