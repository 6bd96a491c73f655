import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { DatabaseFile } from './database-file.ts';

const START = Buffer.from('SQLite format 3\0'.padEnd(10_000, '.'));

/** A file with three changes in its journal, as a killed process leaves it. */
async function killed(t: TestContext, start = START) {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'blog.db');
  writeFileSync(path, start);
  const file = await DatabaseFile.open(path);
  for (const text of ['one', 'two', 'three']) {
    file.image.write(Buffer.from(text), file.image.size);
    await file.save();
  }
  file.release();
  const journal = readFileSync(`${path}.journal`);
  return { path, folder, journal, lines: journal.toString().match(/.*\n/g)! };
}

/** What the file contains after its start. */
async function added(path: string): Promise<string> {
  const file = await DatabaseFile.open(path);
  file.release();
  return Buffer.from(file.image.bytes).subarray(START.length).toString();
}

async function assertRefused(path: string, message: RegExp): Promise<void> {
  const files = () => [path, `${path}.journal`].map((name) => existsSync(name) && readFileSync(name));
  const before = files();
  await assert.rejects(DatabaseFile.open(path), { code: 'damaged', message });
  assert.deepEqual(files(), before);
}

test('a journal is read at the next start, without being changed', async (t) => {
  const { path, folder, journal } = await killed(t);
  for (let start = 0; start < 2; start++) assert.equal(await added(path), 'onetwothree');
  assert.deepEqual(readFileSync(`${path}.journal`), journal);
  assert.deepEqual(readdirSync(folder).sort(), ['blog.db', 'blog.db.journal']);
});

test('a save has one line: a checksum, and JSON with the blocks that have changed', async (t) => {
  const { lines } = await killed(t);
  const entries = lines.map((line) => JSON.parse(line.slice(65)));
  assert.equal(lines.length, 3);
  assert.match(lines[1]!, /^[0-9a-f]{64} \{/);
  assert.match(entries[0].image, /^[0-9a-f]{64}$/);
  assert.deepEqual(Object.keys(entries[1]), ['version', 'change']);
  const { size, blocks } = entries[1].change;
  assert.deepEqual([size, blocks.length, blocks[0][0]], [START.length + 'onetwo'.length, 1, 2]);
});

test('a torn last line was never acknowledged and is dropped, wherever it ends', async (t) => {
  const { path, journal, lines } = await killed(t);
  const last = journal.length - lines[2]!.length;
  for (let size = last; size < journal.length; size += 1 + (size % 37)) {
    writeFileSync(`${path}.journal`, journal.subarray(0, size));
    assert.equal(await added(path), 'onetwo', `cut after ${size} bytes`);
  }
  const hole = Buffer.from(journal).fill(0, last + 100, last + 200);
  writeFileSync(`${path}.journal`, hole);
  assert.equal(await added(path), 'onetwo', 'a part that was never written');
  // Even the first line.
  for (const size of [0, 1, 70, lines[0]!.length - 1]) {
    writeFileSync(`${path}.journal`, journal.subarray(0, size));
    assert.equal(await added(path), '');
  }
});

test('the next save replaces a torn line', async (t) => {
  const { path, journal } = await killed(t);
  writeFileSync(`${path}.journal`, journal.subarray(0, -500));
  const file = await DatabaseFile.open(path);
  file.image.write(Buffer.from('four'), file.image.size);
  await file.save();
  file.release();
  assert.equal(await added(path), 'onetwofour');
});

test('a changed byte in any line is noticed', async (t) => {
  const { path, journal, lines } = await killed(t);
  let start = 0;
  for (const [index, line] of lines.entries()) {
    for (const offset of [0, 63, 64, 65, 100, line.length >> 1, line.length - 2]) {
      const damaged = Buffer.from(journal);
      damaged[start + offset]! ^= 1;
      writeFileSync(`${path}.journal`, damaged);
      await assertRefused(
        path,
        new RegExp(`journal is damaged in line ${index + 1}\\. Neither file was changed: restore`),
      );
    }
    start += line.length;
  }
});

test('a missing, repeated or misplaced line is noticed', async (t) => {
  const { path, lines } = await killed(t);
  const [one, two, three] = lines;
  for (const wrong of [
    [one, three],
    [two, three],
    [one, two, two, three],
    [one, three, two],
    [one, one, two],
  ]) {
    writeFileSync(`${path}.journal`, wrong.join(''));
    await assertRefused(path, /is damaged in line [123]\./);
  }
});

test('the journal of another file is refused, and so is one of another state', async (t) => {
  const { path, journal } = await killed(t);
  const other = await killed(t, Buffer.from(START).fill('o', 5_000));
  writeFileSync(`${path}.journal`, readFileSync(`${other.path}.journal`));
  await assertRefused(path, /journal does not belong to this file, or belongs to another state of it/);
  writeFileSync(`${path}.journal`, journal);
  writeFileSync(path, Buffer.concat([START, Buffer.from('edited')]));
  await assertRefused(path, /does not belong/);
  rmSync(path);
  await assertRefused(path, /journal has changes for a file that is missing\. Restore blog\.db, or delete the journal/);
});

test('a journal of a later version is refused', async (t) => {
  const { path } = await killed(t);
  const json = JSON.stringify({ version: 2, image: '' });
  writeFileSync(`${path}.journal`, `${createHash('sha256').update(json).digest('hex')} ${json}\n`);
  await assertRefused(path, /journal was written by another version/);
});

test('after a checkpoint, the journal is gone, and an older one is refused', async (t) => {
  const { path, folder, journal } = await killed(t);
  const file = await DatabaseFile.open(path);
  await file.checkpoint();
  file.release();
  assert.deepEqual(readdirSync(folder), ['blog.db']);
  assert.equal(await added(path), 'onetwothree');
  writeFileSync(`${path}.journal`, journal);
  await assertRefused(path, /does not belong/);
});

test('a journal that could not be removed after a checkpoint is recognized, and so are later changes in it', async (t) => {
  const { path, folder } = await killed(t);
  const rm: typeof fs.rm = async (name, options) => {
    if (name === `${path}.journal`) throw new Error('EBUSY: a virus scanner reads it');
    await fs.rm(name, options);
  };
  const file = await DatabaseFile.open(path, { disk: { ...fs, rm } });
  await file.checkpoint();
  const checkpointed = readFileSync(`${path}.journal`);
  file.image.write(Buffer.from('four'), file.image.size);
  await file.save();
  file.release();
  assert.equal(await added(path), 'onetwothreefour');
  writeFileSync(`${path}.journal`, checkpointed);
  assert.equal(await added(path), 'onetwothree');
  assert.deepEqual(readdirSync(folder), ['blog.db'], 'it has no changes that the file lacks');
});

test('a checkpoint happens when the journal is longer than the limit', async (t) => {
  const { path } = await killed(t);
  const file = await DatabaseFile.open(path, { journalLimit: 50_000 });
  t.after(() => file.release());
  const sizes = [];
  for (let save = 0; save < 20; save++) {
    file.image.write(Buffer.from('more'), 5_000 + save);
    await file.save();
    sizes.push(file.hasJournal ? statSync(`${path}.journal`).size : 0);
  }
  assert.ok(sizes.filter((size) => size === 0).length >= 1);
  assert.ok(Math.max(...sizes) <= 50_000);
});

test('a journal that another program has changed is not overwritten; a deleted one loses no data', async (t) => {
  const { path, journal } = await killed(t);
  const file = await DatabaseFile.open(path);
  t.after(() => file.release());
  const save = (text: string) => {
    file.image.write(Buffer.from(text), file.image.size);
    return file.save();
  };
  utimesSync(`${path}.journal`, 1, 1);
  await save('four');
  for (const foreign of [journal, Buffer.concat([journal, Buffer.from('notes\n')])]) {
    writeFileSync(`${path}.journal`, foreign);
    await assert.rejects(save('lost'), { code: 'disk', message: /^blog\.db\.journal was changed by another program/ });
    file.image.undo();
    assert.deepEqual(readFileSync(`${path}.journal`), foreign);
  }
  rmSync(`${path}.journal`);
  await save('five');
  file.release();
  assert.equal(await added(path), 'onetwothreefourfive');
});

test('a journal has the permissions of the file', {
  skip: process.platform === 'win32' && 'Windows has no such permissions',
}, async (t) => {
  const { path } = await killed(t);
  for (const mode of [0o600, 0o666]) {
    rmSync(`${path}.journal`, { force: true });
    chmodSync(path, mode);
    const file = await DatabaseFile.open(path);
    file.image.write(Buffer.from('more'), file.image.size);
    await file.save();
    file.release();
    assert.equal(statSync(`${path}.journal`).mode & 0o777, mode);
  }
});
