import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from './chapters.ts';
import { type FileDifference, patchesOf } from './difference.ts';
import { solutionAt } from './starters.ts';

export function explainFile(chapter: Chapter): string {
  return join(chapter.folder, 'explain.md');
}

/** Why the solution of each step is written the way it is: the sections `## Step 2` of `explain.md`. */
export function explanationsOf(chapter: Chapter): Map<number, string> {
  const file = explainFile(chapter);
  const explanations = new Map<number, string>();
  if (!existsSync(file)) return explanations;
  for (const section of readFileSync(file, 'utf8').split(/^## /m).slice(1)) {
    const step = /^Step (\d+)/.exec(section)?.[1];
    if (step !== undefined) explanations.set(Number(step), section.slice(section.indexOf('\n') + 1).trim());
  }
  return explanations;
}

/** What one step changes in the solution, file by file. */
export function changesOfStep(chapter: Chapter, step: number): FileDifference[] {
  return patchesOf(solutionAt(chapter, step - 1), solutionAt(chapter, step));
}
