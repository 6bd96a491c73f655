import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from '../../services/database-errors.ts';
import { FileLock } from './lock.ts';

/** The part of `node:fs/promises` that a save uses. Tests pass one that fails. */
export type Disk = Pick<typeof fs, 'open' | 'readFile' | 'rename' | 'rm' | 'stat'>;

const SQLITE_HEADER = Buffer.from('SQLite format 3\0', 'latin1');

/**
 * The file that an in-memory database is saved to, as a whole, every time. A reader, or a process that starts after a crash,
 * finds either the old image or the new one: a save writes a second file, flushes it, and renames it over the first.
 */
export class DatabaseFile {
  readonly path: string;
  /** The content of the file, or undefined if it doesn't exist yet. */
  image: Uint8Array | undefined;
  readonly #lock: FileLock;
  readonly #disk: Disk;
  /** The fingerprint of the file when we last read or wrote it. */
  #seen: string | undefined;
  #mode: number | undefined;

  private constructor(path: string, lock: FileLock, disk: Disk) {
    this.path = path;
    this.#lock = lock;
    this.#disk = disk;
  }

  /** Locks the file and reads it. Refuses a file that isn't an SQLite database, and doesn't change it. */
  static async open(name: string, disk: Disk = fs): Promise<DatabaseFile> {
    const path = await realPath(name);
    const file = new DatabaseFile(path, await acquireLock(path), disk);
    try {
      await file.#read();
      return file;
    } catch (error) {
      file.release();
      if (error instanceof DatabaseError) throw error;
      throw new DatabaseError('disk', `${path} cannot be read (${problem(error)}).`, { cause: error });
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
      throw this.#saveError(error, 'The write was undone, and the file is unchanged.');
    }
    this.image = image;
    try {
      this.#seen = fingerprint(await this.#disk.stat(this.path));
      await this.#flushFolder();
    } catch (error) {
      throw this.#saveError(error, 'The file contains the write, but it may be lost if the machine loses power now.');
    }
  }

  release(): void {
    this.#lock.release();
  }

  async #read(): Promise<void> {
    // A killed process has left this behind. It never reported the write as done.
    await this.#disk.rm(this.#beside('saving'), { force: true });
    for (const journal of [`${this.path}-wal`, `${this.path}-journal`]) {
      if ((await sizeOf(journal)) > 0) {
        const name = basename(journal);
        throw this.#damaged(
          `has unsaved changes in ${name}. Close the program that made them, or open and close the database with it`,
        );
      }
    }
    const stat = await ifThere(this.#disk.stat(this.path));
    if (!stat) return;
    if (stat.isDirectory()) throw this.#damaged('is a folder');
    this.image = await this.#disk.readFile(this.path);
    this.#seen = fingerprint(stat);
    this.#mode = stat.mode & 0o777;
    // SQLite creates an empty file before the first table.
    const header = this.image.subarray(0, SQLITE_HEADER.length);
    if (header.length > 0 && !SQLITE_HEADER.equals(header)) throw this.#damaged('is not an SQLite database');
  }

  async #write(image: Uint8Array): Promise<void> {
    const saving = this.#beside('saving');
    const handle = await this.#disk.open(saving, 'w', this.#mode ?? 0o666);
    try {
      // A file that only its owner can read must not become readable for others.
      const mode = (await handle.stat()).mode & 0o777;
      if (this.#mode !== undefined && this.#mode !== mode) await handle.chmod(this.#mode);
      await handle.writeFile(image);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await this.#replace(saving);
  }

  /** Windows refuses to replace a file while a virus scanner or an indexer reads it. That takes milliseconds, so try again. */
  async #replace(saving: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#disk.rename(saving, this.path);
      } catch (error) {
        const isTemporary = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
        if (!isTemporary || attempt === 10) throw error;
        await delay(attempt * 10);
      }
    }
  }

  /** Makes the rename itself durable. Windows has no such call, and some network file systems don't support it. */
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

  /** Another program may edit the file while we run. Our next save must not silently undo that. */
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
      `${basename(this.path)} was changed by another program after this one had read it. Nothing was written, so that change ` +
        'is not lost. Restart the application to continue with the file as it is now.',
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

/** For a file that can't be used. Only thrown at startup, where the full path helps. */
export function damaged(path: string, what: string): DatabaseError {
  return new DatabaseError(
    'damaged',
    `${path} ${what}. The file was not changed: move it away, restore a backup, or set DATABASE_URL to another file.`,
  );
}

/** Resolves links, so that two names of one file share a lock, and a save doesn't replace a link by a file. */
async function realPath(name: string): Promise<string> {
  const path = resolve(name);
  const real = await ifThere(fs.realpath(path));
  if (real) return real;
  const folder = await ifThere(fs.realpath(dirname(path)));
  if (!folder) {
    throw new DatabaseError('disk', `The folder ${dirname(path)} does not exist. Create it, or change DATABASE_URL.`);
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
