import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../workshop/chapters.ts';
import type { Mistake } from '../workshop/check/mistake.ts';
import { type Files, solutionOf } from '../workshop/starters.ts';

export interface KnownMistake extends Mistake {
  readonly name: string;
  /** Below the repository. */
  readonly place: string;
}

/** The known mistakes of a chapter, from `solutions/NN-slug/wrong/`. */
export async function mistakesOf(chapter: Chapter): Promise<KnownMistake[]> {
  const folder = join(chapter.solution, '..', 'wrong');
  if (!existsSync(folder)) return [];
  const mistakes: KnownMistake[] = [];
  for (const name of readdirSync(folder).sort()) {
    const { default: mistake } = (await import(pathToFileURL(join(folder, name, 'mistake.ts')).href)) as {
      default: Mistake;
    };
    mistakes.push({ ...mistake, name, place: `solutions/${chapter.slug}/wrong/${name}` });
  }
  return mistakes;
}

/** The solution with the mistake in it. Throws if an edit doesn't fit any more. */
export function applyMistake(chapter: Chapter, mistake: Mistake, solution = solutionOf(chapter)): Files {
  const files = new Map(solution);
  for (const { file, find, replace } of mistake.edits) {
    const text = files.get(file);
    const count = text === undefined ? 0 : text.split(find).length - 1;
    if (text === undefined || count !== 1) {
      throw new Error(
        `the string to replace occurs ${count} times in ${file}, and must occur once: ${JSON.stringify(find)}`,
      );
    }
    files.set(
      file,
      text.replace(find, () => replace),
    );
  }
  return files;
}
