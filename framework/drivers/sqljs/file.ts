import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from '../../services/database-errors.ts';
import { FileLock } from './lock.ts';

/** What of `node:fs/promises` a save uses. Tests hand in one that fails. */
export type Disk = Pick<typeof fs, 'open' | 'readFile' | 'rename' | 'rm' | 'stat'>;

const SQLITE_HEADER = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * The file that a database in memory is saved to, whole, each time. A reader or a crash at any moment finds either the old
 * image or the new one: the new one is written beside the old, flushed, and renamed over it.
 */
export class DatabaseFile {
  readonly path: string;
  /** What the file holds; undefined while there is none. */
  image: Uint8Array | undefined;
  readonly #lock: FileLock;
  readonly #disk: Disk;
  /** How the file looked when we last read or wrote it. */
  #seen: string | undefined;
  #mode: number | undefined;

  private constructor(path: string, lock: FileLock, disk: Disk) {
    this.path = path;
    this.#lock = lock;
    this.#disk = disk;
  }

  /** Locks the file and reads it. Refuses what is no SQLite database, and leaves it as it is. */
  static async open(name: string, disk: Disk = fs): Promise<DatabaseFile> {
    const path = await realPath(name);
    const file = new DatabaseFile(path, await acquireLock(path), disk);
    try {
      await file.#read();
      return file;
    } catch (error) {
      file.release();
      if (error instanceof DatabaseError) throw error;
      throw new DatabaseError('disk', `${path} cannot be read (${(error as Error).message}).`, { cause: error });
    }
  }

  /**
   * When this resolves, a crash of the process or of the machine no longer loses the image. An image that the file already
   * holds is not written: `create table if not exists` runs at every start, and must work even if the disk is full.
   */
  async save(image: Uint8Array): Promise<void> {
    if (this.image && Buffer.compare(image, this.image) === 0) return;
    try {
      this.#lock.assertHeld();
      await this.#refuseForeignChanges();
      await this.#write(image);
    } catch (error) {
      await this.#disk.rm(this.#beside('saving'), { force: true }).catch(() => {});
      throw this.#saveError(error, 'The write was undone, and the file holds what it held before.');
    }
    this.image = image;
    try {
      this.#seen = fingerprint(await this.#disk.stat(this.path));
      await this.#flushFolder();
    } catch (error) {
      throw this.#saveError(error, 'The write is in the file, but may be lost if the machine loses power now.');
    }
  }

  release(): void {
    this.#lock.release();
  }

  async #read(): Promise<void> {
    // What a killed process was writing. It was not answered.
    await this.#disk.rm(this.#beside('saving'), { force: true });
    for (const journal of [`${this.path}-wal`, `${this.path}-journal`]) {
      if ((await sizeOf(journal)) > 0) {
        const name = basename(journal);
        throw this.#damaged(
          `has changes waiting in ${name}. Close the program that made them, or open it there once more`,
        );
      }
    }
    const stat = await ifThere(this.#disk.stat(this.path));
    if (!stat) return;
    if (stat.isDirectory()) throw this.#damaged('is a folder');
    this.image = await this.#disk.readFile(this.path);
    this.#seen = fingerprint(stat);
    this.#mode = stat.mode & 0o777;
    // SQLite makes an empty file before the first table.
    const header = this.image.subarray(0, SQLITE_HEADER.length);
    if (header.length > 0 && !SQLITE_HEADER.equals(header)) throw this.#damaged('is not an SQLite database');
  }

  async #write(image: Uint8Array): Promise<void> {
    const saving = this.#beside('saving');
    const handle = await this.#disk.open(saving, 'w', this.#mode ?? 0o666);
    try {
      // A file that only its owner could read must not become readable to others.
      const mode = (await handle.stat()).mode & 0o777;
      if (this.#mode !== undefined && this.#mode !== mode) await handle.chmod(this.#mode);
      await handle.writeFile(image);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.#replace(saving);
  }

  /** Windows refuses to rename over a file that a virus scanner or an indexer is looking at. They are quick. */
  async #replace(saving: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#disk.rename(saving, this.path);
      } catch (error) {
        const passing = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
        if (!passing || attempt === 10) throw error;
        await delay(attempt * 10);
      }
    }
  }

  /** Makes the rename itself durable. Windows has no such call, and some network folders cannot do it. */
  async #flushFolder(): Promise<void> {
    if (process.platform === 'win32') return;
    const handle = await this.#disk.open(dirname(this.path), 'r');
    try {
      await handle.sync();
    } catch (error) {
      if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error))) throw error;
    } finally {
      await handle.close();
    }
  }

  /** Somebody may edit the file with another program while we run; our next save must not undo that in silence. */
  async #refuseForeignChanges(): Promise<void> {
    const stat = await ifThere(this.#disk.stat(this.path));
    if (!stat || fingerprint(stat) === this.#seen) return;
    const now = await this.#disk.readFile(this.path);
    if (this.image && now.equals(this.image)) {
      this.#seen = fingerprint(stat);
      return;
    }
    throw new DatabaseError(
      'disk',
      `${basename(this.path)} was changed by another program since it was read. Nothing was written, so that this change is ` +
        'not lost. Restart the application to work with the file as it is now.',
    );
  }

  #beside(suffix: string): string {
    return `${this.path}.${suffix}`;
  }

  #damaged(what: string): DatabaseError {
    return damaged(this.path, what);
  }

  #saveError(error: unknown, consequence: string): DatabaseError {
    if (error instanceof DatabaseError) return error;
    // The contract of an application may put this message into a response, so it has no path. The cause has.
    const name = basename(this.path);
    return new DatabaseError('disk', `${name} could not be saved (${problem(error)}). ${consequence}`, {
      cause: error,
    });
  }
}

/** For a file that is refused as it stands. */
export function damaged(path: string, what: string): DatabaseError {
  return new DatabaseError(
    'damaged',
    `${path} ${what}. It was left as it is: move it away or restore a copy, or set DATABASE_URL to another file.`,
  );
}

/** Through links, so that two names of one file share one lock, and a save does not put a file in a link's place. */
async function realPath(name: string): Promise<string> {
  const path = resolve(name);
  const real = await ifThere(fs.realpath(path));
  if (real) return real;
  const folder = await ifThere(fs.realpath(dirname(path)));
  if (!folder) {
    throw new DatabaseError(
      'disk',
      `The folder ${dirname(path)} does not exist. Make it first, or change DATABASE_URL.`,
    );
  }
  return join(folder, basename(path));
}

async function acquireLock(path: string): Promise<FileLock> {
  try {
    return await FileLock.acquire(`${path}.lock`);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError(
      'disk',
      `The folder ${dirname(path)} cannot be written to (${problem(error)}). A database file needs a folder in which new ` +
        'files can be created.',
      { cause: error },
    );
  }
}

/** `ENOSPC: no space left on device, open '/data/blog.db.saving'` without the call and the path. */
function problem(error: unknown): string {
  return (error as Error).message.replace(/, .*/s, '');
}

async function sizeOf(path: string): Promise<number> {
  return (await ifThere(fs.stat(path)))?.size ?? 0;
}

async function ifThere<T>(lookup: Promise<T>): Promise<T | undefined> {
  try {
    return await lookup;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

function fingerprint({ ino, size, mtimeMs }: { ino: number; size: number; mtimeMs: number }): string {
  return `${ino} ${size} ${mtimeMs}`;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
