import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FilePart } from './file-part.ts';

const size = 200_000;

test('a part is read from start to end, and the file is closed', async (t) => {
  for (const [start, length] of [
    [0, size],
    [0, 0],
    [1, 1],
    [65_535, 65_537],
    [size - 1, 1],
  ] as const) {
    const { handle, bytes } = await largeFile(t);
    const part = new FilePart(handle, start, length);
    const chunks: Buffer[] = [];
    part.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(part, 'close');
    assert.ok(Buffer.concat(chunks).equals(bytes.subarray(start, start + length)), `${start}, ${length}`);
    assert.equal(handle.fd, -1);
  }
});

test('a part that is never read, or not to its end, closes its file too', async (t) => {
  const unread = await largeFile(t);
  await once(new FilePart(unread.handle, 0, size).destroy(), 'close');
  assert.equal(unread.handle.fd, -1);
  const left = await largeFile(t);
  const part = new FilePart(left.handle, 0, size);
  await once(part, 'readable');
  part.read(10);
  await once(part.destroy(), 'close');
  assert.equal(left.handle.fd, -1);
});

test('a file that shrinks is an error, not an early end', async (t) => {
  const { handle } = await largeFile(t);
  const part = new FilePart(handle, 0, size + 1);
  part.resume();
  const ended = once(part, 'end').then(() => assert.fail('it ended'));
  const [error] = await Promise.race([once(part, 'error'), ended]);
  assert.match(error.message, /The file became shorter while it was being read/);
  assert.equal(handle.fd, -1);
});

test('a read error of the system destroys the stream', async (t) => {
  const { handle } = await largeFile(t);
  const part = new FilePart(handle, 0, size);
  await handle.close();
  part.resume();
  const [error] = await once(part, 'error');
  assert.match(error.message, /closed|EBADF/);
});

async function largeFile(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-part-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const path = join(folder, 'large.bin');
  const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
  await writeFile(path, bytes);
  return { handle: await open(path), bytes };
}
