import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../workshop/chapters.ts';
import { type Files, freeStarterOf, readFiles, solutionOf, withFiles } from '../workshop/starters.ts';
import type { WrongDesign } from '../workshop/variation/define.ts';
import type { FixedTarget } from '../workshop/variation/exploitation.ts';

/** A program that is correct and not ours, in whole files. */
export interface Design {
  readonly name: string;
  readonly files: Files;
}

function folderOf(chapter: Chapter, name = 'variation'): string {
  return join(chapter.solution, '..', name);
}

/** The folders in `solutions/NN-slug/variation`. An empty file deletes the one of the solution. */
export function designsOf(chapter: Chapter): Design[] {
  return overlaysIn(folderOf(chapter), () => solutionOf(chapter));
}

/**
 * Whole frameworks of other designs, in `solutions/NN-slug/designs`: the starter for a design of one's own with the missing files. The
 * application around it is that of the solution.
 */
export function freeDesignsOf(chapter: Chapter): Design[] {
  const application = [...solutionOf(chapter)].filter(([name]) => !name.startsWith('framework/'));
  return overlaysIn(folderOf(chapter, 'designs'), () => new Map([...(freeStarterOf(chapter) ?? []), ...application]));
}

function overlaysIn(folder: string, base: () => Files): Design[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return names.map(({ name }) => ({ name, files: withFiles(base(), readFiles(join(folder, name))) }));
}

/** Those in `wrong.ts` of the same folder. */
export function wrongDesignsOf(chapter: Chapter): Promise<WrongDesign[]> {
  return listIn(chapter, 'wrong.ts');
}

/** The same for those of `designs`. */
export function wrongFreeDesignsOf(chapter: Chapter): Promise<WrongDesign[]> {
  return listIn(chapter, 'wrong.ts', 'designs');
}

/** The programs without the hole, if the variation is an attack. */
export function fixedTargetsOf(chapter: Chapter): Promise<FixedTarget[]> {
  return listIn(chapter, 'fixed.ts');
}

async function listIn<T>(chapter: Chapter, name: string, folder?: string): Promise<T[]> {
  const file = join(folderOf(chapter, folder), name);
  return existsSync(file) ? (await import(pathToFileURL(file).href)).default : [];
}
