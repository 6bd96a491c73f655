import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './chapters.ts';
import { type Files, writeFiles } from './starters.ts';

/** Names that are free again. The TypeScript loader caches by path, so an unchanged file in the same place starts faster. */
const free: string[] = [];

/** Writes files into a folder of their own for as long as the work takes. Inside of the repository: they import its packages. */
export async function withFolder<T>(files: Files, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(root, '.workshop', 'verify');
  mkdirSync(parent, { recursive: true });
  const folder = free.pop() ?? mkdtempSync(join(parent, 'program-'));
  try {
    writeFiles(folder, files);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    free.push(folder);
  }
}
