import { createHash } from 'node:crypto';
import { type Disk, fingerprint, flushFolder, ifThere, openFor } from './disk.ts';
import type { Change } from './image.ts';

/** One line of the journal. */
interface Entry {
  version: 1;
  /** The SHA-256 of an image: what follows, starting with the change of this line, applies to it. */
  image?: string;
  change?: { size: number; blocks: [number, string][] };
}

/** The journal can't be used. The message completes a sentence that starts with its name. */
export class JournalError extends Error {}

/**
 * The changes that were saved after the image beside it, one line each: a checksum and JSON. Lines are only ever appended, so
 * a crash can damage nothing but the last one.
 */
export class Journal {
  readonly path: string;
  /** How many of its bytes are on disk for certain. Zero without a journal. */
  size = 0;
  readonly #disk: Disk;
  #checksum = '';
  #seen: string | undefined;

  constructor(path: string, disk: Disk) {
    this.path = path;
    this.#disk = disk;
  }

  /** Returns the changes that the image with this hash lacks. Undefined means that the image is missing. */
  async read(image: string | undefined): Promise<Change[]> {
    const content = await ifThere(this.#disk.readFile(this.path));
    if (!content) return [];
    const { entries, size, checksum } = parse(content);
    if (entries.length === 0) return [];
    // The last one: a checkpoint announces its image before it replaces the file, and may fail.
    const start = entries.findLastIndex((entry) => entry.image === image);
    if (image === undefined) throw new JournalError('has changes for a file that is missing');
    if (start === -1) throw new JournalError('does not belong to this file, or belongs to another state of it');
    this.size = size;
    this.#checksum = checksum;
    // The killed process may not have flushed its last lines. Readers will see them now, so they must be durable.
    await this.#flush();
    await flushFolder(this.#disk, this.path);
    return entries.slice(start).flatMap(({ change }) => (change ? decode(change) : []));
  }

  /** When this resolves, the line is on disk. If it fails, the journal is as it was. */
  async append(line: { image?: string; change?: Change }, mode: number): Promise<void> {
    const entry: Entry = { version: 1, image: line.image, change: line.change && encode(line.change) };
    const json = JSON.stringify(entry);
    const checksum = checksumOf(json, this.#checksum);
    const text = `${checksum} ${json}\n`;
    const handle = await openFor(this.#disk, this.path, 'a', mode);
    try {
      // Part of a line that was never reported as saved.
      if ((await handle.stat()).size > this.size) await handle.truncate(this.size);
      await handle.writeFile(text);
      await handle.datasync();
      if (this.size === 0) await flushFolder(this.#disk, this.path);
      this.#seen = fingerprint(await handle.stat());
    } catch (error) {
      await handle.truncate(this.size).catch(() => {});
      if (this.size === 0) await this.remove().catch(() => {});
      throw error;
    } finally {
      await handle.close();
    }
    this.size += Buffer.byteLength(text);
    this.#checksum = checksum;
  }

  /** Whether the journal on disk is the one that this object has read and written. */
  async compare(): Promise<'same' | 'gone' | 'changed'> {
    const stat = await ifThere(this.#disk.stat(this.path));
    if (!stat || stat.size === 0) return this.size === 0 ? 'same' : 'gone';
    if (fingerprint(stat) === this.#seen) return 'same';
    try {
      const { size, checksum } = parse(await this.#disk.readFile(this.path));
      return size === this.size && checksum === this.#checksum ? 'same' : 'changed';
    } catch (error) {
      if (error instanceof JournalError) return 'changed';
      throw error;
    }
  }

  async remove(): Promise<void> {
    await this.#disk.rm(this.path, { force: true });
    this.size = 0;
    this.#checksum = '';
    this.#seen = undefined;
  }

  async #flush(): Promise<void> {
    const handle = await this.#disk.open(this.path, 'r+');
    try {
      await handle.datasync();
    } finally {
      await handle.close();
    }
  }
}

/** Reads the lines up to a torn one, and their total size. */
function parse(content: Buffer): { entries: Entry[]; size: number; checksum: string } {
  const entries: Entry[] = [];
  let size = 0;
  let checksum = '';
  while (size < content.length) {
    const end = content.indexOf('\n', size);
    if (isTorn(content, size, end)) break;
    const line = content.toString('latin1', size, end);
    const json = line.slice(CHECKSUM_LENGTH + 1);
    checksum = checksumOf(json, checksum);
    if (line !== `${checksum} ${json}`) throw new JournalError(`is damaged in line ${entries.length + 1}`);
    const entry: Entry = JSON.parse(json);
    if (entry.version !== 1) throw new JournalError('was written by another version of the framework');
    entries.push(entry);
    size = end + 1;
  }
  return { entries, size, checksum };
}

/**
 * The process or the machine stopped while it wrote the last line: its end is missing, or a part that never reached the disk
 * reads as zeros. Nobody was told that this line is saved.
 */
function isTorn(content: Buffer, start: number, end: number): boolean {
  if (end === -1) return true;
  return end === content.length - 1 && content.subarray(start, end).includes(0);
}

const CHECKSUM_LENGTH = 64;

/** Includes the checksum of the line before, so a line that is missing, repeated or out of place is noticed too. */
function checksumOf(json: string, previous: string): string {
  return createHash('sha256').update(previous).update(json).digest('hex');
}

function encode({ size, blocks }: Change): Entry['change'] {
  return { size, blocks: blocks.map(([number, bytes]) => [number, Buffer.from(bytes).toString('base64')]) };
}

function decode({ size, blocks }: NonNullable<Entry['change']>): Change {
  return { size, blocks: blocks.map(([number, text]) => [number, Buffer.from(text, 'base64')]) };
}
