import assert from 'node:assert/strict';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { write, writeText } from './output.ts';

/** Fails from the second write on, as a closed pipe does. */
function failing(code: string): Writable {
  let writes = 0;
  return new Writable({
    write(_chunk, _encoding, done) {
      done(writes++ === 0 ? null : Object.assign(new Error(code), { code }));
    },
  });
}

test('a reader that stops early is not an error, for strings and for streams', async () => {
  const text = failing('EPIPE');
  await writeText(text, 'one');
  await writeText(text, 'two');
  await writeText(text, 'three');
  await write(failing('EPIPE'), Readable.from(['a', 'b', 'c']));
});

test('a stream is destroyed when its reader is gone', async () => {
  const source = Readable.from(['a', 'b', 'c']);
  await write(failing('EPIPE'), source);
  assert.equal(source.destroyed, true);
});

test('a full disk is an error', async () => {
  const disk = failing('ENOSPC');
  await writeText(disk, 'one');
  await assert.rejects(writeText(disk, 'two'), /ENOSPC/);
});

test('output ends with a line break, and an empty string writes nothing', async () => {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  for (const text of ['a', 'b\n', '', 'c\n\n']) await writeText(stream, text);
  assert.deepEqual(chunks, ['a\n', 'b\n', 'c\n\n']);
});
