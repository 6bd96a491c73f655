import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createFolder, replaceFile } from './new-folder.ts';
import { temporaryFolder } from './scaffold.fixture.ts';

test('a folder is created with all of its files', async (t) => {
  const target = join(await temporaryFolder(t), 'shop');
  await createFolder(
    target,
    new Map<string, string | Uint8Array>([
      ['a.txt', 'a'],
      ['deep/er/b.bin', Buffer.from([0, 255])],
    ]),
  );
  assert.equal(await readFile(join(target, 'a.txt'), 'utf8'), 'a');
  assert.deepEqual(await readFile(join(target, 'deep', 'er', 'b.bin')), Buffer.from([0, 255]));
});

test('a failure in the middle leaves nothing behind', async (t) => {
  const folder = await temporaryFolder(t);
  const impossible = new Map([
    ['a', 'a file'],
    ['a/b', 'inside of it'],
  ]);
  await assert.rejects(
    createFolder(join(folder, 'shop'), impossible),
    /^Error: Could not create .*shop\. Nothing was written\. /,
  );
  assert.deepEqual(await readdir(folder), []);
});

test('a folder that appears in the meantime is not replaced', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'shop'));
  await assert.rejects(createFolder(join(folder, 'shop'), new Map([['a', 'a']])), /shop already exists/);
  assert.deepEqual(await readdir(folder, { recursive: true }), ['shop']);
});

test('a replaced file keeps its permissions', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'a.ts');
  await writeFile(file, 'old');
  await chmod(file, 0o640);
  await replaceFile(file, 'new');
  assert.equal(await readFile(file, 'utf8'), 'new');
  if (process.platform !== 'win32') assert.equal((await stat(file)).mode & 0o777, 0o640);
  assert.deepEqual(await readdir(folder), ['a.ts']);
});

test('a file that does not exist yet is created', async (t) => {
  const folder = await temporaryFolder(t);
  await replaceFile(join(folder, 'a.ts'), 'new');
  assert.equal(await readFile(join(folder, 'a.ts'), 'utf8'), 'new');
  assert.deepEqual(await readdir(folder), ['a.ts']);
});
