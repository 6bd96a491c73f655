import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { differenceView } from './difference.ts';
import { changesOfStep, explanationsOf } from './explanations.ts';
import { terminalProse } from './prose.ts';

/** Our version of one step as a diff, and why it is written that way. */
export function explainView(chapter: Chapter, step: number, width: number): string {
  const title = chapter.steps.find(({ number }) => number === step)?.title ?? '';
  const why = explanationsOf(chapter).get(step);
  const other = `There are other correct solutions: npm test ${chapter.number} decides.`;
  return [
    pc.bold(`Step ${step}: ${title}`),
    pc.dim(`Our version, compared with ${step === 1 ? 'the starter' : `step ${step - 1}`}. ${other}`),
    ...changesOfStep(chapter, step).map(differenceView),
    ...(why === undefined ? [] : [`${pc.bold('Why')}\n${terminalProse(why, width)}`]),
  ].join('\n\n');
}
