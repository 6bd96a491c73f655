import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { skipSlow } from '../../fixtures/slow.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { DatabaseFile } from './database-file.ts';
import type { Disk } from './disk.ts';

const skip = skipSlow('simulates a thousand crashes', import.meta.filename);

/** A file. After a power failure, it may contain only what was flushed. */
interface Inode {
  content: Buffer;
  flushed: Buffer;
}

type Folder = Map<string, Inode>;

/** The files that a crash leaves behind, by their suffix after `blog.db`. */
type Remains = Map<string, Buffer>;

/**
 * A disk in memory. After every step, and in the middle of every write, it reports what could be found on it if the process
 * were killed or the power failed now. What changes in the folder survives a power failure for certain only once the folder
 * was flushed.
 */
class FragileDisk {
  folder: Folder;
  #flushedFolder: Folder;
  readonly #report: (remains: Remains) => void;
  /** Returns true if the next step should fail. */
  readonly #fails: () => boolean;

  constructor(remains: Remains, report: (remains: Remains) => void = () => {}, fails: () => boolean = () => false) {
    this.folder = new Map([...remains].map(([name, content]) => [name, { content, flushed: content }]));
    this.#flushedFolder = new Map(this.folder);
    this.#report = report;
    this.#fails = fails;
  }

  get disk(): Disk {
    return {
      readFile: async (path: string) => Buffer.from(this.#find(path).content),
      stat: async (path: string) => this.#stat(this.#find(path)),
      rename: async (from: string, to: string) => {
        this.#maybeFail();
        this.folder.set(suffix(to), this.#find(from));
        this.folder.delete(suffix(from));
        this.#step();
      },
      rm: async (path: string) => {
        this.#maybeFail();
        this.folder.delete(suffix(path));
        this.#step();
      },
      open: async (path: string, flags: string) => (flags === 'r' ? this.#openFolder() : this.#openFile(path, flags)),
    } as unknown as Disk;
  }

  #openFolder() {
    const sync = async () => {
      this.#maybeFail();
      this.#flushedFolder = new Map(this.folder);
      this.#step();
    };
    return { sync, close: async () => {} };
  }

  #openFile(path: string, flags: string) {
    this.#maybeFail();
    const name = suffix(path);
    const inode = this.folder.get(name) ?? { content: Buffer.alloc(0), flushed: Buffer.alloc(0) };
    if (flags === 'w') inode.content = Buffer.alloc(0);
    this.folder.set(name, inode);
    this.#step();
    const flush = async () => {
      this.#maybeFail();
      inode.flushed = inode.content;
      this.#step();
    };
    return {
      stat: async () => this.#stat(inode),
      truncate: async (size: number) => {
        inode.content = inode.content.subarray(0, size);
        this.#step();
      },
      writeFile: async (data: Uint8Array | string) => this.#write(inode, Buffer.from(data as Uint8Array)),
      sync: flush,
      datasync: flush,
      close: async () => {},
    };
  }

  #write(inode: Inode, data: Buffer): void {
    const before = inode.content;
    const after = Buffer.concat([before, data]);
    for (const length of [1, data.length >> 1, data.length - 1]) {
      inode.content = after.subarray(0, before.length + length);
      this.#step();
      // The file has its new size already, but a part of the content isn't there yet.
      inode.content = Buffer.concat([before, Buffer.alloc(length), data.subarray(length)]);
      this.#step();
    }
    inode.content = after.subarray(0, before.length + (data.length >> 1));
    this.#maybeFail();
    inode.content = after;
    this.#step();
  }

  #stat(inode: Inode) {
    const isDirectory = () => false;
    // A new modification time with every content.
    return { ino: idOf(inode), size: inode.content.length, mtimeMs: idOf(inode.content), mode: 0o100600, isDirectory };
  }

  #find(path: string): Inode {
    const inode = this.folder.get(suffix(path));
    if (!inode) throw Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    return inode;
  }

  #maybeFail(): void {
    if (this.#fails()) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  }

  #step(): void {
    // A file may be gone for good before an older rename is.
    const withoutRemoved = new Map([...this.#flushedFolder].filter(([name]) => this.folder.has(name)));
    for (const folder of [this.folder, this.#flushedFolder, withoutRemoved]) {
      for (const kind of ['content', 'flushed'] as const) {
        this.#report(new Map([...folder].map(([name, inode]) => [name, inode[kind]])));
      }
    }
  }
}

function keyOf(remains: Remains): string {
  const hash = createHash('sha256');
  for (const [name, content] of [...remains].sort()) hash.update(`${name} ${content.length} `).update(content);
  return hash.digest('hex');
}

function suffix(path: string): string {
  return basename(path).replace(/^\w+\.db/, '');
}

const ids = new WeakMap<object, number>();
let lastId = 0;
function idOf(thing: object): number {
  if (!ids.has(thing)) ids.set(thing, ++lastId);
  return ids.get(thing)!;
}

/** Numbers that look random and are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

/** Changes a few bytes of the image, and sometimes its size. */
function scribble(file: DatabaseFile, pick: (below: number) => number): void {
  const bytes = file.image.bytes.slice(0, pick(10) === 0 ? 4096 * 4 : undefined);
  file.image.replace(bytes);
  for (let times = pick(4); times >= 0; times--) {
    const position = 16 + pick(file.image.size + 4096);
    file.image.write(Buffer.from(`change ${pick(1e6)}`), position);
  }
}

/** Opens what a crash has left behind, and returns the image. A crash may interrupt that as well, so it is observed too. */
async function recover(path: string, remains: Remains, report?: (remains: Remains) => void) {
  const file = await DatabaseFile.open(path, { disk: new FragileDisk(remains, report).disk });
  const image = Buffer.from(file.image.bytes);
  file.release();
  return image;
}

const START = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096 * 8 - 16, 'x')]);

for (const { name, failures } of [
  { name: 'whenever the process is killed or the power fails', failures: false },
  { name: 'even if writes fail before', failures: true },
]) {
  test(`every acknowledged save is found, and nothing half done, ${name}`, { skip }, async (t) => {
    const folder = await temporaryFolder(t);
    const pick = random(failures ? 7 : 1);
    /** Every state that may be found, by content. */
    let allowed: Buffer[] = [START];
    const seen = new Map<string, { remains: Remains; allowed: Buffer[] }>();
    let isWatched = true;
    const report = (remains: Remains) => {
      if (!isWatched || !remains.has('')) return;
      seen.set(`${keyOf(remains)} ${allowed.map(idOf)}`, { remains, allowed });
    };
    const fragile = new FragileDisk(new Map([['', START]]), report, () => failures && pick(12) === 0);
    const file = await DatabaseFile.open(join(folder, 'blog.db'), { disk: fragile.disk, journalLimit: 40_000 });
    t.after(() => file.release());
    let saves = 0;
    let refusals = 0;
    for (let round = 0; round < 40; round++) {
      const before = Buffer.from(file.image.bytes);
      scribble(file, pick);
      const after = Buffer.from(file.image.bytes);
      allowed = [before, after];
      try {
        await file.save();
        saves++;
      } catch (error) {
        assert.match((error as Error).message, /ENOSPC/);
        file.image.undo();
        refusals++;
      }
      allowed = [Buffer.from(file.image.bytes)];
    }
    isWatched = false;
    assert.ok(saves >= 20 && (!failures || refusals >= 3), `${saves} saves, ${refusals} refusals`);
    assert.ok(seen.size > 300, `only ${seen.size} crashes`);
    t.diagnostic(`${seen.size} crashes`);

    const copy = join(folder, 'copy.db');
    for (const { remains, allowed } of seen.values()) {
      const interrupted = new Map<string, Remains>();
      const image = await recover(copy, remains, (left) => interrupted.set(keyOf(left), left));
      interrupted.delete(keyOf(remains));
      assert.ok(
        allowed.some((state) => state.equals(image)),
        'another state was found',
      );
      for (const left of interrupted.values()) assert.deepEqual(await recover(copy, left), image);
    }
  });
}
