import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** An open file. The caller has to close it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** When it was last written, in nanoseconds: a file can change more than once within a second. */
  readonly writtenAt: bigint;
  readonly stats: BigIntStats;
}

/** Undefined if there is no such file, or if it is something else, such as a folder. */
export async function openFile(path: string | URL): Promise<OpenFile | undefined> {
  let handle: FileHandle | undefined;
  let file: OpenFile | undefined;
  try {
    handle = await open(path, readOnly);
    const stats = await handle.stat({ bigint: true });
    if (stats.isFile()) file = { handle, size: Number(stats.size), writtenAt: stats.mtimeNs, stats };
  } catch (error) {
    if (!isNotFound(error)) throw error;
  } finally {
    if (file === undefined) await handle?.close();
  }
  return file;
}

/** Whether an error of the file system means 404. Any other is a problem of the server, and a 500. */
export function isNotFound(error: unknown): boolean {
  return notFoundCodes.has((error as NodeJS.ErrnoException).code ?? '');
}

/** Without O_NONBLOCK, opening a pipe waits for its writer, and four such requests would block Node's thread pool. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const notFoundCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'EACCES',
  'EPERM',
  'EINVAL',
  'ENXIO',
  'ENODEV',
]);
