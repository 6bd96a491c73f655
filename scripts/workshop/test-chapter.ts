import type { Chapter } from './chapters.ts';
import { isBroken, isDone } from './checked-chapter.ts';
import { outcomeView } from './outcome-view.ts';
import { rulesView, stepLine, verdictView } from './steps-view.ts';
import type { Terminal } from './terminal.ts';
import { stillStarting, type Workshop } from './workshop.ts';

/** Checks the learner's steps of a chapter, and shows the outcome. Returns whether the chapter is done. */
export async function testChapter(workshop: Workshop, terminal: Terminal, chapter: Chapter): Promise<boolean> {
  let isFirst = true;
  const checked = await workshop.check(chapter, {
    onSlowStart: () => isFirst && terminal.print(stillStarting),
    onRules: (step) => terminal.print(rulesView(step)),
    onStep: (step, now) => {
      // If the program doesn't start, there is nothing to say about the other steps. A board is shown as a whole.
      if (isBroken(now.results) || chapter.steps.length === 1 || chapter.unit === 'section') return;
      terminal.print(isFirst ? verdictView(chapter, step, now, terminal.width) : stepLine(step, now));
      isFirst = false;
    },
  });
  terminal.print(outcomeView(chapter, checked, workshop.after(chapter), terminal.width));
  return isDone(chapter, checked);
}
