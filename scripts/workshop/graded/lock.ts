import type { Chapter } from '../chapters.ts';
import type { Progress } from '../progress.ts';

/** Why nothing of the solution of a graded chapter is shown yet. Undefined if all of its sections have passed at some time. */
export function lockOf(progress: Progress, chapter: Chapter): string | undefined {
  if (chapter.unit !== 'section') return undefined;
  const { passed } = progress.of(chapter);
  const open = chapter.steps.filter(({ number }) => !passed.includes(number)).length;
  if (open === 0) return undefined;
  const sections = open === 1 ? '1 section' : `${open} sections`;
  return `Our version of chapter ${chapter.number} is shown when all of its sections have passed. ${sections} to go: npm test ${chapter.number}`;
}

/** Instead of hints and explanations of steps, which a graded chapter doesn't have. */
export function noStepsIn({ number, slug }: Chapter): string {
  return `Chapter ${number} has no steps, and so no hints and no explanations. A failure of npm test ${number} names the rule and the chapter that taught what it takes. Our version as a whole: npm run diff ${number}, or solutions/${slug}`;
}

export function noHintsIn({ number }: Chapter): string {
  return `Chapter ${number} has no hints. A failure of npm test ${number} names the rule of the specification, and the chapter that taught what it takes.`;
}
