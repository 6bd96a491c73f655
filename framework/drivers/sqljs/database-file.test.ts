import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import * as fs from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { DatabaseFile, type FileOptions } from './database-file.ts';
import type { Disk } from './disk.ts';

/** `DatabaseFile` only looks at the header. */
function image(content: string): Uint8Array {
  return Buffer.from(`SQLite format 3\0${content}`, 'latin1');
}

/** Every save is a checkpoint, unless a limit is given. */
async function openFile(
  t: TestContext,
  { content, journalLimit = 0, disk }: FileOptions & { content?: Uint8Array | string } = {},
) {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'blog.db');
  if (content !== undefined) writeFileSync(path, content);
  const file = await DatabaseFile.open(path, { journalLimit, disk });
  t.after(() => file.release());
  return { file, path, folder };
}

function save(file: DatabaseFile, content: string): Promise<void> {
  file.image.replace(image(content));
  return file.save();
}

function contentOf(path: string): string {
  return readFileSync(path, 'latin1').slice('SQLite format 3\0'.length);
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** A disk that records every step, and fails where it is told to. */
function faultyDisk(faults: Record<string, string[]> = {}): { disk: Disk; steps: string[] } {
  const steps: string[] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    steps.push(name);
    const code = faults[name]?.shift();
    if (code) throw Object.assign(new Error(`${code}: made to fail`), { code });
    return work();
  };
  const disk = {
    ...fs,
    rename: (from: string, to: string) => step('rename', () => fs.rename(from, to)),
    async open(path: string, flags: string, mode?: number) {
      const what = flags === 'r' ? 'folder' : 'file';
      const handle = await step(`open ${what}`, () => fs.open(path, flags, mode));
      return {
        stat: () => handle.stat(),
        chmod: (to: number) => handle.chmod(to),
        truncate: (size: number) => handle.truncate(size),
        writeFile: (bytes: Uint8Array | string) => step(`write`, () => handle.writeFile(bytes)),
        sync: () => step(`flush ${what}`, () => handle.sync()),
        datasync: () => step(`flush ${what}`, () => handle.datasync()),
        close: () => handle.close(),
      };
    },
  };
  return { disk: disk as unknown as Disk, steps };
}

test('a file that does not exist is an empty image, and the first save creates it', async (t) => {
  const { file, path, folder } = await openFile(t);
  assert.equal(file.image.size, 0);
  assert.equal(existsSync(path), false);
  await save(file, 'one');
  assert.equal(contentOf(path), 'one');
  file.release();
  assert.deepEqual(readdirSync(folder), ['blog.db']);
});

test('a checkpoint writes a new file, flushes it, renames it over the old one and flushes the folder, in this order', async (t) => {
  const { disk, steps } = faultyDisk();
  const { file } = await openFile(t, { disk });
  await save(file, 'one');
  const folderSteps = process.platform === 'win32' ? [] : ['open folder', 'flush folder'];
  assert.deepEqual(steps, ['open file', 'write', 'flush file', 'rename', ...folderSteps]);
});

for (const step of ['open file', 'write', 'flush file', 'rename']) {
  test(`when "${step}" fails, the save is rejected, the old file survives, and the next save works`, async (t) => {
    const { disk } = faultyDisk({ [step]: ['ENOSPC'] });
    const { file, path, folder } = await openFile(t, { disk, content: image('old') });
    await assert.rejects(save(file, 'new'), {
      code: 'disk',
      message: /blog\.db could not be saved \(ENOSPC.*\)\. .*file is unchanged/,
    });
    assert.equal(contentOf(path), 'old');
    file.image.undo();
    assert.deepEqual(Buffer.from(file.image.bytes), image('old'));
    assert.deepEqual(readdirSync(folder).sort(), ['blog.db', 'blog.db.lock']);
    await save(file, 'new');
    assert.equal(contentOf(path), 'new');
  });
}

test('when the folder cannot be flushed, the error says that the file contains the write', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { disk } = faultyDisk({ 'flush folder': ['EIO', 'EINVAL'] });
  const { file, path } = await openFile(t, { disk, content: image('old') });
  await assert.rejects(save(file, 'new'), { code: 'disk', message: /EIO.*contains the write.*loses power/ });
  assert.equal(contentOf(path), 'new');
  file.image.undo();
  assert.deepEqual(Buffer.from(file.image.bytes), image('new'));
  // A file system that doesn't support it has done all it can.
  await save(file, 'newer');
});

test('after the folder could not be flushed, the next save writes an image, not a change to one that may be lost', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { disk, steps } = faultyDisk({ 'flush folder': ['EIO'] });
  const { file } = await openFile(t, { disk, journalLimit: 10_000 });
  await assert.rejects(save(file, 'one'), { message: /contains the write/ });
  await save(file, 'two');
  await save(file, 'three');
  assert.deepEqual(
    steps.filter((step) => /rename|flush file/.test(step)),
    ['flush file', 'rename', 'flush file', 'rename', 'flush file'],
  );
});

test('a rename that Windows refuses temporarily is tried again', async (t) => {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
  const { disk, steps } = faultyDisk({ rename: ['EPERM', 'EBUSY'] });
  const { file, path } = await openFile(t, { disk });
  Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
  try {
    await save(file, 'one');
  } finally {
    Object.defineProperty(process, 'platform', platform);
  }
  assert.equal(contentOf(path), 'one');
  assert.equal(steps.filter((step) => step === 'rename').length, 3);
});

test('the unfinished file of a killed process is removed', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'blog.db');
  writeFileSync(path, image('old'));
  writeFileSync(`${path}.saving`, 'half');
  const file = await DatabaseFile.open(path);
  file.release();
  assert.deepEqual(readdirSync(folder), ['blog.db']);
  assert.equal(contentOf(path), 'old');
});

const refused: [string, string | Uint8Array, RegExp][] = [
  ['a text file', 'Dear diary', /is not an SQLite database/],
  ['a file shorter than the header', 'SQLite', /is not an SQLite database/],
  ['another program’s file', Buffer.from('PK\x03\x04'.padEnd(4096, '0')), /is not an SQLite database/],
];
for (const [name, content, message] of refused) {
  test(`${name} is refused and not changed`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'blog.db');
    writeFileSync(path, content);
    const before = statSync(path);
    await assert.rejects(DatabaseFile.open(path), { code: 'damaged', message });
    await assert.rejects(DatabaseFile.open(path), { code: 'damaged', message: /not changed.*DATABASE_URL/ });
    assert.deepEqual(readFileSync(path), Buffer.from(content));
    assert.equal(statSync(path).mtimeMs, before.mtimeMs);
    assert.deepEqual(readdirSync(folder), ['blog.db']);
  });
}

test('a folder is refused', async (t) => {
  await assert.rejects(DatabaseFile.open(await temporaryFolder(t)), { code: 'damaged', message: /is a folder/ });
});

test('an empty file is an empty database, as it is for SQLite', async (t) => {
  const { file, path } = await openFile(t, { content: '' });
  await save(file, 'one');
  assert.equal(contentOf(path), 'one');
});

for (const suffix of ['-wal', '-journal']) {
  test(`a file with unsaved changes in ${suffix} is refused, because a save would lose or corrupt them`, async (t) => {
    const folder = await temporaryFolder(t);
    const path = join(folder, 'blog.db');
    writeFileSync(path, image('old'));
    writeFileSync(path + suffix, 'changes');
    await assert.rejects(DatabaseFile.open(path), { code: 'damaged', message: new RegExp(`blog\\.db${suffix}`) });
    writeFileSync(path + suffix, '');
    (await DatabaseFile.open(path)).release();
  });
}

test('a missing folder is named, and so is a file in the place of a folder', async (t) => {
  const folder = await temporaryFolder(t);
  await assert.rejects(DatabaseFile.open(join(folder, 'data', 'blog.db')), {
    code: 'disk',
    message: /folder .*data does not exist.*Create it/,
  });
  writeFileSync(join(folder, 'notes'), '');
  await assert.rejects(DatabaseFile.open(join(folder, 'notes', 'blog.db')), { code: 'disk', message: /notes/ });
});

test('a folder that cannot be written to is refused', { skip: canWriteAnywhere() }, async (t) => {
  const folder = await temporaryFolder(t);
  writeFileSync(join(folder, 'blog.db'), image('old'));
  chmodSync(folder, 0o555);
  try {
    await assert.rejects(DatabaseFile.open(join(folder, 'blog.db')), { code: 'disk', message: /cannot be written to/ });
    assert.equal(contentOf(join(folder, 'blog.db')), 'old');
  } finally {
    chmodSync(folder, 0o755);
  }
});

test('two names of a file share one lock, and a link stays a link', {
  skip: process.platform === 'win32',
}, async (t) => {
  const { file, path, folder } = await openFile(t, { content: image('old') });
  const link = join(folder, 'link.db');
  symlinkSync(path, link);
  await assert.rejects(DatabaseFile.open(link), { code: 'locked' });
  file.release();
  const linked = await DatabaseFile.open(link, { journalLimit: 0 });
  await save(linked, 'new');
  linked.release();
  assert.equal(contentOf(path), 'new');
  assert.deepEqual(readdirSync(folder).sort(), [basename(path), 'link.db']);
  assert.ok((await fs.lstat(link)).isSymbolicLink());
});

const skipModes = process.platform === 'win32' && 'Windows has no such permissions';

test('a new database belongs to its owner alone, and so does everything next to it', { skip: skipModes }, async (t) => {
  const created: Record<string, number> = {};
  const disk: Disk = {
    ...fs,
    async open(path, ...how) {
      const handle = await fs.open(path, ...how);
      if (path !== folder) created[basename(String(path))] ??= modeOf(String(path));
      return handle;
    },
  };
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const { file, path, folder } = await openFile(t, { disk, journalLimit: 1_000_000 });
  await save(file, 'image');
  await save(file, 'journal');
  assert.deepEqual(created, { 'blog.db.saving': 0o600, 'blog.db.journal': 0o600 }, 'from the start');
  assert.deepEqual([path, `${path}.journal`].map(modeOf), [0o600, 0o600]);
  // Somebody lets a group read it, while the program runs.
  chmodSync(path, 0o640);
  await save(file, 'shared');
  assert.equal(modeOf(`${path}.journal`), 0o640);
  await file.checkpoint();
  assert.equal(modeOf(path), 0o640);
  file.release();
});

test('a save keeps the permissions of the file', { skip: skipModes }, async (t) => {
  const { file, path } = await openFile(t, { content: image('old') });
  file.release();
  for (const mode of [0o600, 0o666]) {
    chmodSync(path, mode);
    const again = await DatabaseFile.open(path, { journalLimit: 0 });
    await save(again, `for ${mode}`);
    again.release();
    assert.equal(modeOf(path), mode);
  }
});

test('a file that another program has changed is not overwritten', async (t) => {
  const { file, path } = await openFile(t, { content: image('old') });
  await save(file, 'ours');
  writeFileSync(path, image('theirs'));
  await assert.rejects(save(file, 'ours again'), {
    code: 'disk',
    message: /changed by another program.*Restart/,
  });
  assert.equal(contentOf(path), 'theirs');
  const fresh = await openFile(t);
  writeFileSync(fresh.path, image('theirs'));
  await assert.rejects(save(fresh.file, 'ours'), { code: 'disk', message: /changed by another program/ });
});

test('a file that was only touched or removed is saved again', async (t) => {
  const { file, path } = await openFile(t, { content: image('old') });
  utimesSync(path, 1, 1);
  await save(file, 'new');
  rmSync(path);
  await save(file, 'newer');
  assert.equal(contentOf(path), 'newer');
});

test('after another process has taken the lock, nothing is written', async (t) => {
  const { file, path } = await openFile(t, { content: image('old') });
  const taken = { ...JSON.parse(readFileSync(`${path}.lock`, 'utf8')), pid: process.ppid, token: 'of-another' };
  writeFileSync(`${path}.lock`, JSON.stringify(taken));
  await assert.rejects(save(file, 'new'), { code: 'locked' });
  assert.equal(contentOf(path), 'old');
});

function canWriteAnywhere(): string | false {
  if (process.platform === 'win32') return 'Windows has no such permissions';
  return process.getuid?.() === 0 ? 'permissions do not bind root' : false;
}
