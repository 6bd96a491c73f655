import type * as fs from 'node:fs/promises';
import { dirname } from 'node:path';

/** The part of `node:fs/promises` that a save uses. Tests pass one that fails. */
export type Disk = Pick<typeof fs, 'open' | 'readFile' | 'rename' | 'rm' | 'stat'>;

type Handle = Awaited<ReturnType<Disk['open']>>;

/** Opens a file for writing. It gets exactly this mode, whatever the umask is: what only its owner may read must stay so. */
export async function openFor(disk: Disk, path: string, flags: 'w' | 'a', mode: number): Promise<Handle> {
  const handle = await disk.open(path, flags, mode);
  try {
    const current = (await handle.stat()).mode & 0o777;
    if (mode !== current) await handle.chmod(mode);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Makes a new or renamed file durable under its name. Windows has no such call, and some network file systems don't support it. */
export async function flushFolder(disk: Disk, path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await disk.open(dirname(path), 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error;
  } finally {
    await handle.close();
  }
}

export async function ifThere<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Changes whenever somebody writes to a file or replaces it. */
export function fingerprint({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

/** `ENOSPC: no space left on device, open '/data/blog.db.saving'` without the call and the path. */
export function problem(error: unknown): string {
  return (error as Error).message.replace(/, .*/s, '');
}
