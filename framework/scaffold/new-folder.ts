import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Files to write, by their path inside a folder, with `/` between its parts. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/** All of a folder or nothing of it: written under another name beside its place, then moved there in one step. */
export async function createFolder(target: string, files: Files): Promise<void> {
  const draft = draftOf(target);
  try {
    for (const [path, content] of files) {
      const file = join(draft, ...path.split('/'));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: 'wx' });
    }
    // Somebody may have been quicker, and an empty folder would be replaced without a word.
    await refuseExisting(target);
    await rename(draft, target);
  } catch (error) {
    await removeFolder(draft).catch(() => {});
    throw new Error(`${target} could not be written, and nothing was: ${(error as Error).message}`, { cause: error });
  }
}

/** The new text stands there whole, or the old one does. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await chmod(draft, (await stat(file)).mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new Error(`${file} could not be changed, and is as it was: ${(error as Error).message}`, { cause: error });
  }
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** A link that leads nowhere is in the way too. */
export async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

export async function refuseExisting(target: string): Promise<void> {
  if (await exists(target)) throw new Error(`${target} is there already. Choose another name, or move it away.`);
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function draftOf(target: string): string {
  return join(dirname(target), `.${basename(target)}-${randomBytes(4).toString('hex')}`);
}
