import pc from 'picocolors';
import type { Chapter } from '../chapters.ts';
import { type Rung, variationHints } from '../hints.ts';
import { terminalProse } from '../prose.ts';
import type { Workshop } from '../workshop.ts';

/** So much time to think, before hints are offered by themselves. */
export const quietMinutes = 60;

/** The next hint for the variation of a chapter that is done, if it is wanted or if its time has come. */
export function hintForVariation(
  workshop: Workshop,
  chapter: Chapter,
  { isWanted, width, now = Date.now() }: { isWanted: boolean; width: number; now?: number },
): string | undefined {
  const { number, variation } = chapter;
  const rungs = variationHints(chapter);
  if (variation === undefined || rungs.length === 0) return undefined;
  const title = `On your own: ${variation.title}`;
  if (workshop.progress.hasStar(chapter)) return `${pc.green('★')} ${title}. There is nothing left to hint at.`;
  const { since = now, hints = 0 } = workshop.progress.of(chapter).variation ?? {};
  const wait = Math.ceil(quietMinutes - (now - since) / 60_000);
  if (!isWanted && hints === 0 && wait > 0) {
    const minutes = `${wait} ${wait === 1 ? 'minute' : 'minutes'}`;
    return [
      `Every step of chapter ${number} passes. What is left is a task without instructions:`,
      `  ${pc.dim('☆')} ${title} (chapters/${chapter.slug}/README.md)`,
      `Its hints come in ${minutes}, so that you can find a way of your own first. To have one now: npm run hint ${number} star`,
    ].join('\n');
  }
  const count = workshop.progress.climbVariation(chapter, rungs.length, now);
  return rungView(chapter, title, rungs[count - 1]!, count, rungs.length, width);
}

function rungView(
  { number }: Chapter,
  title: string,
  { title: rung, text }: Rung,
  count: number,
  total: number,
  width: number,
): string {
  const more =
    count < total
      ? `Hint ${count} of ${total}. For the next one: npm run hint ${number} star`
      : 'That was the last hint. There is no single solution: every program that keeps the rules earns the star.';
  return [pc.bold(title), '', pc.bold(rung), terminalProse(text, width), '', pc.dim(more)].join('\n');
}
