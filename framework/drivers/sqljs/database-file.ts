import { webcrypto } from 'node:crypto';
import type { Stats } from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from '../../services/database-errors.ts';
import { codeOf, type Disk, fingerprint, flushFolder, ifThere, openFor, problem } from './disk.ts';
import { BLOCK, DatabaseImage } from './image.ts';
import { Journal, JournalError } from './journal.ts';
import { FileLock } from './lock.ts';

const SQLITE_HEADER = Buffer.from('SQLite format 3\0', 'latin1');

/** A checkpoint writes the whole image, so it waits until enough changes share its cost. */
const JOURNAL_LIMIT = 4_000_000;

export interface FileOptions {
  disk?: Disk;
  /** The size in bytes above which the journal becomes part of the image, unless a quarter of the image is more. */
  journalLimit?: number;
}

/**
 * A database in memory, and the two files that preserve it: an image, which every SQLite program can read, and a journal of
 * the changes since. A save appends to the journal. A checkpoint writes a new image and removes the journal.
 *
 * The image is never changed in place. A checkpoint writes a second file, flushes it, and renames it over the first, so a
 * process that starts after a crash finds either the old image or the new one, and a journal that says which one it belongs to.
 */
export class DatabaseFile {
  readonly path: string;
  image = new DatabaseImage();
  readonly #lock: FileLock;
  readonly #disk: Disk;
  readonly #journal: Journal;
  readonly #journalLimit: number;
  /** The SHA-256 of the file, or undefined if it doesn't exist. */
  #hash: string | undefined;
  /** The fingerprint of the file when we last read or wrote it. */
  #seen: string | undefined;
  /** The permissions of the file, which everything next to it shares. A new one is for its owner only. */
  #mode = 0o600;
  /** The next save must write an image: there is none on disk, or it may not survive a power failure. */
  #needsImage = true;
  /** After a checkpoint has failed, the size of the journal at which to try again. */
  #retryAt = 0;

  private constructor(path: string, lock: FileLock, { disk = fs, journalLimit = JOURNAL_LIMIT }: FileOptions) {
    this.path = path;
    this.#lock = lock;
    this.#disk = disk;
    this.#journal = new Journal(`${path}.journal`, disk);
    this.#journalLimit = journalLimit;
  }

  /** Locks and reads the file. Refuses it, unchanged, if it isn't an SQLite database or the journal isn't its own. */
  static async open(name: string, options: FileOptions = {}): Promise<DatabaseFile> {
    const path = await realPath(name);
    const file = new DatabaseFile(path, await acquireLock(path), options);
    try {
      await file.#readImage();
      await file.#readJournal();
      return file;
    } catch (error) {
      file.release();
      if (error instanceof DatabaseError) throw error;
      throw new DatabaseError('disk', `${path} cannot be read (${problem(error)}).`, { cause: error });
    }
  }

  /**
   * When this resolves, a crash of the process or of the machine no longer loses what has changed in the image. If nothing
   * has, nothing is written: `create table if not exists` runs at every start, and must work even if the disk is full.
   */
  async save(): Promise<void> {
    const change = this.image.change();
    if (!change) return;
    try {
      await this.#refuseForeignChanges();
      // A change that alone calls for a checkpoint would be written twice.
      if (this.#needsImage || change.blocks.length * BLOCK > this.#limit()) await this.#writeImage();
      else await this.#journal.append({ image: this.hasJournal ? undefined : this.#hash, change }, this.#mode);
    } catch (error) {
      throw this.#saveError(error, 'The write was undone, and the file is unchanged.');
    }
    this.image.saved();
    if (this.#journal.size > Math.max(this.#limit(), this.#retryAt)) await this.checkpoint();
  }

  /** Makes the journal part of the image. If that fails, nothing is lost: the journal stays, and the next start reads it. */
  async checkpoint(): Promise<void> {
    try {
      await this.#refuseForeignChanges();
      await this.#writeImage();
    } catch {
      this.#retryAt = 2 * this.#journal.size;
    }
  }

  get hasJournal(): boolean {
    return this.#journal.size > 0;
  }

  release(): void {
    this.#lock.release();
  }

  async #readImage(): Promise<void> {
    // A killed process has left this behind. It never reported the write as done.
    await this.#disk.rm(this.#saving, { force: true });
    for (const journal of [`${this.path}-wal`, `${this.path}-journal`]) {
      if (((await ifThere(this.#disk.stat(journal)))?.size ?? 0) > 0) {
        const name = basename(journal);
        throw damaged(
          this.path,
          `has unsaved changes in ${name}. Close the program that made them, or open and close the database with it`,
        );
      }
    }
    const stat = await ifThere(this.#disk.stat(this.path));
    if (!stat) return;
    if (stat.isDirectory()) throw damaged(this.path, 'is a folder');
    const bytes = await this.#disk.readFile(this.path);
    this.#seen = fingerprint(stat);
    this.#mode = stat.mode & 0o777;
    // SQLite creates an empty file before the first table.
    const header = bytes.subarray(0, SQLITE_HEADER.length);
    if (header.length > 0 && !SQLITE_HEADER.equals(header)) throw damaged(this.path, 'is not an SQLite database');
    this.image = new DatabaseImage(bytes);
    this.#hash = await sha256(bytes);
    this.#needsImage = bytes.length === 0;
  }

  async #readJournal(): Promise<void> {
    try {
      const changes = await this.#journal.read(this.#hash);
      for (const change of changes) this.image.apply(change);
      // The process stopped right after a checkpoint.
      if (changes.length === 0) await this.#journal.remove().catch(() => {});
    } catch (error) {
      if (!(error instanceof JournalError)) throw error;
      const name = basename(this.path);
      const advice =
        this.#hash === undefined
          ? `Restore ${name}, or delete the journal to start with an empty database.`
          : `Neither file was changed: restore both from a backup, or move the journal away to continue with ${name} as it is, ` +
            'without the changes in the journal.';
      throw new DatabaseError('damaged', `${this.#journal.path} ${error.message}. ${advice}`);
    }
  }

  async #writeImage(): Promise<void> {
    const hash = await sha256(this.image.bytes);
    try {
      await this.#write(this.image.bytes);
      // If the process stops between the rename and the removal, this line tells the next one that the image is complete.
      if (this.hasJournal) await this.#journal.append({ image: hash }, this.#mode);
      await this.#replace();
    } catch (error) {
      await this.#disk.rm(this.#saving, { force: true }).catch(() => {});
      throw error;
    }
    this.image.saved();
    this.#hash = hash;
    this.#needsImage = true;
    try {
      this.#seen = fingerprint(await this.#disk.stat(this.path));
      await flushFolder(this.#disk, this.path);
    } catch (error) {
      throw this.#saveError(error, 'The file contains the write, but it may be lost if the machine loses power now.');
    }
    this.#needsImage = false;
    this.#retryAt = 0;
    // Not before the rename is durable. If it can't be removed, changes are added after the line above.
    await this.#journal.remove().catch(() => {});
  }

  async #write(bytes: Uint8Array): Promise<void> {
    const handle = await openFor(this.#disk, this.#saving, 'w', this.#mode);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Windows refuses to replace a file while a virus scanner or an indexer reads it. That takes milliseconds, so try again. */
  async #replace(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#disk.rename(this.#saving, this.path);
      } catch (error) {
        const isTemporary = process.platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error));
        if (!isTemporary || attempt === 10) throw error;
        await delay(attempt * 10);
      }
    }
  }

  /** Another program may edit the files while we run. Our next save must not silently undo that. */
  async #refuseForeignChanges(): Promise<void> {
    this.#lock.assertHeld();
    const stat = await ifThere(this.#disk.stat(this.path));
    if (!stat) this.#needsImage = true;
    else {
      await this.#refuseForeignImage(stat);
      this.#mode = stat.mode & 0o777;
    }
    const journal = await this.#journal.compare();
    if (journal === 'changed') throw changedBy(this.#journal.path);
    if (journal === 'gone') {
      await this.#journal.remove();
      this.#needsImage = true;
    }
  }

  async #refuseForeignImage(stat: Stats): Promise<void> {
    if (fingerprint(stat) === this.#seen) return;
    if ((await sha256(await this.#disk.readFile(this.path))) !== this.#hash) throw changedBy(this.path);
    this.#seen = fingerprint(stat);
  }

  /** Larger for a large image, so that the cost of a checkpoint is shared by more changes. */
  #limit(): number {
    return Math.max(this.#journalLimit, this.image.size / 4);
  }

  get #saving(): string {
    return `${this.path}.saving`;
  }

  #saveError(error: unknown, consequence: string): DatabaseError {
    if (error instanceof DatabaseError) return error;
    // The contract of an application may put this message into a response, so it has no path. The cause does.
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

function changedBy(path: string): DatabaseError {
  return new DatabaseError(
    'disk',
    `${basename(path)} was changed by another program after this one had read it. Nothing was written, so that change ` +
      'is not lost. Restart the application to continue with the file as it is now.',
  );
}

/** Not on the main thread: 100 MB take a tenth of a second. */
async function sha256(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

/** Resolves links, so that two names of one file share a lock, and a save doesn't replace a link with a file. */
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
