import type { Chapter } from './chapters.ts';
import { stepsView } from './steps-view.ts';
import type { Terminal } from './terminal.ts';
import { stillStarting, type Workshop } from './workshop.ts';

/** Checks the learner's steps of a chapter, and shows the outcome. Returns whether all of them pass. */
export async function testChapter(workshop: Workshop, terminal: Terminal, chapter: Chapter): Promise<boolean> {
  const results = await workshop.check(chapter, { onSlowStart: () => terminal.print(stillStarting) });
  terminal.print(stepsView(chapter, results, workshop.after(chapter), terminal.width));
  return results.length > 0 && results.every(({ failure, skipped }) => !failure && !skipped);
}
