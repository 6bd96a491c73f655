import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from './chapters.ts';

export interface Rung {
  /** `A question`, `Where to look`, `Nearly the code` */
  readonly title: string;
  readonly text: string;
}

/** The hints of a chapter, by step: `## Step 2` in `hints.md`, with a `###` heading for each rung. */
export function hintsOf(chapter: Chapter): Map<number, Rung[]> {
  const file = join(chapter.folder, 'hints.md');
  const hints = new Map<number, Rung[]>();
  if (!existsSync(file)) return hints;
  for (const section of readFileSync(file, 'utf8').split(/^## /m).slice(1)) {
    const step = /^Step (\d+)/.exec(section)?.[1];
    if (step === undefined) continue;
    const rungs = section.split(/^### /m).slice(1);
    hints.set(
      Number(step),
      rungs.map((rung) => {
        const end = rung.indexOf('\n');
        return { title: rung.slice(0, end).trim(), text: rung.slice(end + 1).trim() };
      }),
    );
  }
  return hints;
}
