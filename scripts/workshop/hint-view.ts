import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { hintsOf } from './hints.ts';
import type { Workshop } from './workshop.ts';

/** One more hint for the first step that fails. */
export async function hintFor(workshop: Workshop, chapter: Chapter): Promise<string> {
  const results = await workshop.check(chapter);
  const step = results.find(({ failure }) => failure !== undefined)?.step;
  if (step === undefined) return `Chapter ${chapter.number} is done: there is nothing left to hint at.`;
  const rungs = hintsOf(chapter).get(step) ?? [];
  const count = workshop.progress.climb(chapter, step, rungs.length);
  const rung = rungs[count - 1];
  if (rung === undefined) throw new Error(`Step ${step} of chapter ${chapter.number} has no hints.`);
  const title = chapter.steps.find(({ number }) => number === step)?.title ?? '';
  const more =
    count < rungs.length
      ? `Hint ${count} of ${rungs.length}. The next one: npm run hint ${chapter.number}`
      : `That was the last hint. The whole answer: npm run diff ${chapter.number}`;
  return [pc.bold(`Step ${step}: ${title}`), '', pc.bold(rung.title), rung.text, '', pc.dim(more)].join('\n');
}
