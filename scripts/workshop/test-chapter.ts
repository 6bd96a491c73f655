import { linesAfter } from './carry/offer.ts';
import type { Chapter } from './chapters.ts';
import { isBroken, isDone } from './checked-chapter.ts';
import { rulesView, stepLine, stepsView, verdictView } from './steps-view.ts';
import type { Terminal } from './terminal.ts';
import { stillStarting, type Workshop } from './workshop.ts';

/** Checks the learner's steps of a chapter, and shows the outcome. Returns whether the chapter is done. */
export async function testChapter(workshop: Workshop, terminal: Terminal, chapter: Chapter): Promise<boolean> {
  let isFirst = true;
  const checked = await workshop.check(chapter, {
    onSlowStart: () => isFirst && terminal.print(stillStarting),
    onRules: (step) => terminal.print(rulesView(step)),
    onStep: (step, now) => {
      // If the program doesn't start, there is nothing to say about the other steps.
      if (isBroken(now.results) || chapter.steps.length === 1) return;
      terminal.print(isFirst ? verdictView(chapter, step, now, terminal.width) : stepLine(step, now));
      isFirst = false;
    },
  });
  const next = workshop.after(chapter);
  const hasPassed = isDone(chapter, checked);
  terminal.print(stepsView(chapter, checked, next, terminal.width));
  for (const line of hasPassed ? linesAfter(workshop, chapter, next) : []) terminal.print(`${line}\n`);
  return hasPassed;
}
