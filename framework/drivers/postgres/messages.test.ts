import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageReader, ServerError } from './messages.ts';

function message(code: string, body: string | Buffer): Buffer {
  const header = Buffer.alloc(5, code);
  header.writeInt32BE(4 + Buffer.byteLength(body), 1);
  return Buffer.concat([header, Buffer.from(body as string)]);
}

function readAll(chunks: Buffer[]): string[] {
  const messages: string[] = [];
  const reader = new MessageReader((code, bytes, start, end) => {
    messages.push(`${String.fromCharCode(code)} ${bytes.toString('utf8', start, end)}`);
  });
  for (const chunk of chunks) reader.read(chunk);
  return messages;
}

const STREAM = Buffer.concat([message('T', 'columns'), message('D', ''), message('D', 'Müsli'), message('Z', 'I')]);
const MESSAGES = ['T columns', 'D ', 'D Müsli', 'Z I'];

test('messages are the same wherever the stream is split', () => {
  for (let first = 0; first <= STREAM.length; first++) {
    for (let second = first; second <= STREAM.length; second++) {
      const chunks = [STREAM.subarray(0, first), STREAM.subarray(first, second), STREAM.subarray(second)];
      assert.deepEqual(readAll(chunks), MESSAGES, `split at ${first} and ${second}`);
    }
  }
});

test('messages are complete if every byte arrives alone', () => {
  assert.deepEqual(readAll([...STREAM].map((byte) => Buffer.from([byte]))), MESSAGES);
});

test('a large message in many chunks is joined only once', (t) => {
  const large = message('D', 'x'.repeat(1_000_000));
  const concat = t.mock.method(Buffer, 'concat');
  const chunks = Array.from({ length: 100 }, (_, index) => large.subarray(index * 10_001, (index + 1) * 10_001));
  assert.deepEqual(
    readAll(chunks).map((text) => text.length),
    [1_000_002],
  );
  assert.equal(concat.mock.callCount(), 1);
});

test('an error has the fields that the server has sent', () => {
  const body = Buffer.from('SFEHLER\0VERROR\0C23505\0MSchlüssel existiert\0DKey (email)=(a).\0tusers\0nusers_key\0\0');
  const error = new ServerError(body, 0, body.length);
  assert.deepEqual(
    { ...error },
    {
      severity: 'FEHLER',
      code: '23505',
      detail: 'Key (email)=(a).',
      constraint: 'users_key',
      table: 'users',
    },
  );
  assert.equal(error.message, 'Schlüssel existiert');
});
