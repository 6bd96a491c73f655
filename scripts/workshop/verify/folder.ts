import { rmSync } from 'node:fs';
import { claimFolder } from '../claimed-folder.ts';
import { type Files, writeFiles } from '../starters.ts';

/** Writes files into a folder of their own for as long as the work takes. Inside of the repository: they import its packages. */
export async function withFolder<T>(files: Files, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = claimFolder('verify');
  try {
    writeFiles(folder, files);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
