import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './chapters.ts';

/**
 * An empty folder below `.workshop` that nobody else has, until it is removed. Numbered, not random: the TypeScript loader
 * remembers what it has compiled by its path, and finds it again when the same file comes to the same place.
 */
export function claimFolder(purpose: string): string {
  const parent = join(root, '.workshop', purpose);
  mkdirSync(parent, { recursive: true });
  for (let number = 1; ; number++) {
    const folder = join(parent, String(number));
    if (isMade(folder)) return folder;
  }
}

/** Making a folder is one step: of two who try, one finds it there. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
