import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The files to write, keyed by their path inside a folder, with `/` as the separator. */
export type Files = ReadonlyMap<string, string | Uint8Array>;

/** Writes a folder completely or not at all: under a temporary name next to its target, then renamed in one step. */
export async function createFolder(target: string, files: Files): Promise<void> {
  const draft = draftOf(target);
  try {
    for (const [path, content] of files) {
      const file = join(draft, ...path.split('/'));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content, { flag: 'wx' });
    }
    // The target may have appeared in the meantime, and rename() silently replaces an empty folder.
    await refuseExisting(target);
    await rename(draft, target);
  } catch (error) {
    await removeFolder(draft).catch(() => {});
    throw new Error(`Could not create ${target}. Nothing was written. ${(error as Error).message}`, { cause: error });
  }
}

/** Writes a file completely or not at all. A file that is replaced keeps its permissions. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, { flag: 'wx' });
    if (await exists(file)) await chmod(draft, (await stat(file)).mode);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw new Error(`Could not write ${file}. Nothing was changed. ${(error as Error).message}`, { cause: error });
  }
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Counts a dangling symbolic link as existing: nothing else can be created under its name. */
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
  if (await exists(target))
    throw new Error(`${target} already exists. Choose another name, or move it out of the way.`);
}

export function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function draftOf(target: string): string {
  return join(dirname(target), `.${basename(target)}-${randomBytes(4).toString('hex')}`);
}
