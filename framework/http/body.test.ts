import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import test from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serve } from '../fixtures/serve.ts';
import { parseJson, readBody } from './body.ts';
import type { Context } from './context.ts';
import { ClientGone, HttpError, InvalidBody } from './errors.ts';

/** Any stream with headers is enough of a request to read a body from. */
function incoming(stream: Readable, headers: Record<string, string> = {}): IncomingMessage {
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
}

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  // A WeakRef keeps its target until the current task is over.
  await new Promise(setImmediate);
  (runInNewContext('gc') as () => void)();
}

test('a body is the bytes that were sent, in one piece or in many', async () => {
  for (const pieces of [[], ['hello'], ['he', 'll', 'o'], [Buffer.from([0, 255, 10])]]) {
    const body = await readBody(
      incoming(
        Readable.from(
          pieces.map((piece) => Buffer.from(piece)),
          { objectMode: false },
        ),
      ),
      100,
    );
    assert.deepEqual(body, Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  }
});

test('a body in chunks of any size is complete, however they add up', async () => {
  for (const sizes of [
    [1, 1, 1, 1, 1],
    [5, 1, 9, 1, 40, 2],
    [0, 3, 0, 3],
    [100, 1],
    [1, 100],
  ]) {
    const chunks = sizes.map((size, index) => Buffer.alloc(size, index + 1));
    const stream = new PassThrough();
    const reading = readBody(incoming(stream), 200);
    for (const chunk of chunks) stream.emit('data', chunk);
    stream.resume().end();
    assert.deepEqual(await reading, Buffer.concat(chunks));
  }
});

test('a chunk of one byte is not kept, because its buffer takes hundreds of bytes', async () => {
  const stream = new PassThrough();
  const reading = readBody(incoming(stream), 10_000);
  const kept: WeakRef<Buffer>[] = [];
  for (let count = 0; count < 1_000; count++) {
    const chunk = Buffer.alloc(1, 97);
    kept.push(new WeakRef(chunk));
    stream.emit('data', chunk);
  }
  await collectGarbage();
  const alive = kept.filter((chunk) => chunk.deref() !== undefined).length;
  stream.resume().end();
  assert.equal(String(await reading), 'a'.repeat(1_000));
  assert.ok(alive < 10, `${alive} of 1,000 chunks are still in memory`);
});

test('a body of exactly the limit is read, one byte more is 413 Payload Too Large', async () => {
  assert.equal((await readBody(incoming(Readable.from([Buffer.alloc(10)])), 10)).length, 10);
  await assert.rejects(readBody(incoming(Readable.from([Buffer.alloc(11)])), 10), {
    status: 413,
    message: 'Payload Too Large',
  });
  // The byte that is too many arrives after the body has reached the limit exactly.
  await assert.rejects(readBody(incoming(Readable.from([Buffer.alloc(10), Buffer.alloc(1)])), 10), { status: 413 });
});

test('the bytes of a body that is too large are released at once, while the client is still sending', async () => {
  const stream = new PassThrough();
  const reading = readBody(incoming(stream), 100_000);
  const send = () => {
    const chunk = Buffer.alloc(100_001);
    stream.emit('data', chunk);
    return new WeakRef(chunk);
  };
  const chunk = send();
  await assert.rejects(reading, { status: 413 });
  await collectGarbage();
  assert.equal(chunk.deref(), undefined);
  stream.end();
});

test('a Content-Length over the limit is refused before a byte is read', async () => {
  const stream = new PassThrough();
  await assert.rejects(
    readBody(incoming(stream, { 'content-length': '11' }), 10),
    (error) => error instanceof HttpError && error.status === 413,
  );
  assert.equal(stream.listenerCount('data'), 0);
});

test('a body that breaks off is a client that left, also when it had left before anybody asked', async () => {
  for (const error of [new Error('aborted'), undefined]) {
    const broken = incoming(new PassThrough());
    const reading = readBody(broken, 10);
    broken.destroy(error);
    await assert.rejects(reading, ClientGone);
    await assert.rejects(readBody(broken, 10), ClientGone);
  }
});

test('a body that other code has read is an error, not a wait without end and not an empty response', async (t) => {
  const app = await serve(t, [
    {
      method: 'POST',
      path: '/',
      async handler(ctx) {
        for await (const _ of ctx.request.incoming);
        return (await ctx.request.body()).length;
      },
    },
  ]);
  assert.equal((await app.post('/', 'hello')).status, 500);
  assert.match(String(app.log.at('error')[0]?.fields?.error), /request\.incoming was read by other code/);
});

for (const [text, value] of [
  ['{}', {}],
  ['[1,"a",null]', [1, 'a', null]],
  [' "text" ', 'text'],
  ['0', 0],
  ['null', null],
  ['{"a":{"proto":1}}', { a: { proto: 1 } }],
  ['{"a":"__proto__"}', { a: '__proto__' }],
  ['{"a":"\\u005f_proto__"}', { a: '__proto__' }],
  ['{"a":"\\\\u0000"}', { a: '\\u0000' }],
  ['{"a":"\\ud83c\\udf3b"}', { a: '\u{1f33b}' }],
  ['"\ufffd"', '\ufffd'],
  ['{"constructor":{"prototype":{}}}', { constructor: { prototype: {} } }],
] as [string, unknown][]) {
  test(`the body ${text} is JSON`, () => assert.deepEqual(parseJson(Buffer.from(text)), value));
}

for (const [text, problem] of [
  ['', 'is empty'],
  [' ', 'must be JSON'],
  ['{', 'must be JSON'],
  ["{'a':1}", 'must be JSON'],
  ['{"a":1,}', 'must be JSON'],
  ['undefined', 'must be JSON'],
  ['NaN', 'must be JSON'],
  ['a=1&b=2', 'must be JSON'],
  ['{"__proto__":{"admin":true}}', 'must not have a key called __proto__'],
  ['{"__proto__":null}', 'must not have a key called __proto__'],
  ['[[{"a":{"__proto__":1}}]]', 'must not have a key called __proto__'],
  ['{"\\u005f_proto__":1}', 'must not have a key called __proto__'],
  ['{"\\u005F\\u005F\\u0070roto__":1}', 'must not have a key called __proto__'],
  ['"\\u0000"', 'must not contain U+0000 or a lone surrogate'],
  ['{"a":[{"b":"c\\u0000d"}]}', 'must not contain U+0000 or a lone surrogate'],
  ['{"a":[{"b\\u0000":1}]}', 'must not contain U+0000 or a lone surrogate'],
  ['"\\ud800"', 'must not contain U+0000 or a lone surrogate'],
  ['{"a":["b\\uDFFFc"]}', 'must not contain U+0000 or a lone surrogate'],
  ['{"\\udc00\\ud800":1}', 'must not contain U+0000 or a lone surrogate'],
] as const) {
  test(`the body ${text || '(nothing)'} ${problem}`, () => {
    assert.throws(
      () => parseJson(Buffer.from(text)),
      (error) => {
        assert.ok(error instanceof InvalidBody);
        assert.deepEqual(error.problems, [{ field: '', problem }]);
        return true;
      },
    );
  });
}

test('bytes that are not UTF-8 are refused, not repaired', () => {
  assert.throws(() => parseJson(Buffer.from([0x22, 0xff, 0x22])), InvalidBody);
});

test('what is wrong with a body is said without quoting it: it may hold a password', () => {
  assert.throws(
    () => parseJson(Buffer.from('{"password":"hunter2" oops')),
    (error) => {
      assert.doesNotMatch(`${JSON.stringify(error)} ${(error as Error).stack} ${(error as Error).cause}`, /hunter2/);
      return true;
    },
  );
});

test('a body that is nested a hundred thousand times exhausts nothing', () => {
  const deep = `${'['.repeat(100_000)}"\\u0041"${']'.repeat(100_000)}`;
  assert.ok(Array.isArray(parseJson(Buffer.from(deep))));
});

const echo = {
  method: 'POST',
  path: '/',
  handler: async (ctx: Context) => ctx.request.parse(await ctx.request.body()) as object,
} as const;

test('a body of 1 MiB is accepted, a byte more is 413 { "error": "Payload Too Large" }', async (t) => {
  const app = await serve(t, [
    { method: 'POST', path: '/', handler: async (ctx) => (await ctx.request.body()).length },
  ]);
  const mebibyte = new Uint8Array(1024 * 1024);
  assert.equal((await app.post('/', mebibyte)).body, mebibyte.length);
  const refused = await app.post('/', new Uint8Array(mebibyte.length + 1));
  assert.equal(refused.status, 413);
  assert.deepEqual(refused.body, { error: 'Payload Too Large' });
  assert.equal(refused.headers.get('connection'), 'close');
});

test('a body is JSON whatever the content type says', async (t) => {
  const app = await serve(t, [echo]);
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png', '']) {
    assert.deepEqual((await app.post('/', '{"a":1}', { 'content-type': type })).body, { a: 1 }, type);
  }
});

test('__proto__ keys are refused with 400 Invalid request', async (t) => {
  const app = await serve(t, [echo]);
  const answer = await app.post('/', '{"__proto__":{"admin":true}}');
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body, { error: 'Invalid request' });
});
