import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './chapters.ts';
import { type Files, writeFiles } from './starters.ts';

/** Writes files into a folder of their own for as long as the work takes. Inside of the repository: they import its packages. */
export async function withFolder<T>(files: Files, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder(join(root, '.workshop', 'verify'));
  try {
    writeFiles(folder, files);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function newFolder(parent: string): string {
  try {
    mkdirSync(parent, { recursive: true });
    return mkdtempSync(join(parent, 'program-'));
  } catch (error) {
    throw new Error(`A copy of the program can't be written: ${(error as Error).message}. What to do: npm run doctor`);
  }
}
