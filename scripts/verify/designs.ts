import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../workshop/chapters.ts';
import { type Files, readFiles, solutionOf } from '../workshop/starters.ts';
import type { WrongDesign } from '../workshop/variation/define.ts';
import type { FixedTarget } from '../workshop/variation/exploitation.ts';

/** A correct answer to the variation of a chapter: the solution with other files in the place of some of its own. */
export interface Design {
  readonly name: string;
  readonly files: Files;
}

function folderOf(chapter: Chapter): string {
  return join(chapter.solution, '..', 'variation');
}

/** The folders in `solutions/NN-slug/variation`. An empty file deletes the one of the solution. */
export function designsOf(chapter: Chapter): Design[] {
  const folder = folderOf(chapter);
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map(({ name }) => {
    const files = new Map(solutionOf(chapter));
    for (const [file, text] of readFiles(join(folder, name))) {
      if (text.trim() === '') files.delete(file);
      else files.set(file, text);
    }
    return { name, files };
  });
}

/** Those in `wrong.ts` of the same folder. */
export function wrongDesignsOf(chapter: Chapter): Promise<WrongDesign[]> {
  return listIn(chapter, 'wrong.ts');
}

/** The programs without the hole, if the variation is an attack. */
export function fixedTargetsOf(chapter: Chapter): Promise<FixedTarget[]> {
  return listIn(chapter, 'fixed.ts');
}

async function listIn<T>(chapter: Chapter, name: string): Promise<T[]> {
  const file = join(folderOf(chapter), name);
  return existsSync(file) ? (await import(pathToFileURL(file).href)).default : [];
}
