import pc from 'picocolors';
import type { Chapter } from './chapters.ts';
import { hintsOf } from './hints.ts';
import { terminalProse } from './prose.ts';
import type { Workshop } from './workshop.ts';

/** One more hint for the first step that fails. */
export async function hintFor(workshop: Workshop, chapter: Chapter, width: number): Promise<string> {
  const results = await workshop.check(chapter);
  const step = results.find(({ failure }) => failure !== undefined)?.step;
  if (step === undefined) return `Every step of chapter ${chapter.number} passes. There is nothing left to hint at.`;
  const rungs = hintsOf(chapter).get(step) ?? [];
  const count = workshop.progress.climb(chapter, step, rungs.length);
  const rung = rungs[count - 1];
  if (rung === undefined) throw new Error(`Step ${step} of chapter ${chapter.number} has no hints.`);
  const title = chapter.steps.find(({ number }) => number === step)?.title ?? '';
  const more =
    count < rungs.length
      ? `Hint ${count} of ${rungs.length}. For the next one: npm run hint ${chapter.number}`
      : `That was the last hint. To see the solution: npm run diff ${chapter.number}`;
  return [
    pc.bold(`Step ${step}: ${title}`),
    '',
    pc.bold(rung.title),
    terminalProse(rung.text, width),
    '',
    pc.dim(more),
  ].join('\n');
}
