import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import test from 'node:test';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { bodyLimit } from '../middlewares/body-limit.ts';
import type { Route } from '../routing/route.ts';

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() });
const read = async (ctx: Context) => {
  let size = 0;
  for await (const chunk of ctx.request.stream()) size += (chunk as Buffer).length;
  return size;
};

for (const [now, before, handler] of [
  ['stream', 'body', async (ctx: Context) => [await ctx.request.body(), ctx.request.stream()].length],
  ['stream', 'stream', async (ctx: Context) => [await read(ctx), ctx.request.stream()].length],
  ['body', 'stream', async (ctx: Context) => [await read(ctx), await ctx.request.body()].length],
  ['body', 'stream', (ctx: Context) => [ctx.request.stream(), ctx.bind(class {})][1]],
] as const) {
  test(`${now}() after ${before}() is an error that names both`, async (t) => {
    const app = await serve(t, [{ method: 'POST', path: '/', handler }]);
    assert.equal((await app.post('/', { a: 1 })).status, 500);
    const expected = `Error: ctx.request.${now}() was called after ctx.request.${before}(). A body can only be read once: keep what you have read.`;
    assert.equal(String(app.log.at('error')[0]?.fields.error), expected);
  });
}

test('body() twice is the same body', async (t) => {
  const handler = async (ctx: Context) => new Set([await ctx.request.body(), await ctx.request.body()]).size;
  const app = await serve(t, [{ method: 'POST', path: '/', handler }]);
  assert.equal((await app.post('/', 'x')).body, 1);
});

test('beyond the limit, a client gets its 413 even if the handler uses pipe(), which tells nobody about errors', async (t) => {
  const handler = async (ctx: Context) => {
    const file = sink();
    ctx.request.stream().pipe(file);
    await once(file, 'finish');
    return 'saved';
  };
  const routes: Route[] = [{ method: 'POST', path: '/', middlewares: [bodyLimit(10_000)], handler }];
  // The handler waits for the end of the file for ever.
  const app = await serve(t, routes, { limits: { grace: 100, cleanup: 0 } });
  const connection = await app.connect();
  const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`;
  connection.request('POST /', ['Transfer-Encoding: chunked'], `${chunk}0\r\n\r\n`);
  assert.equal((await connection.read()).body, '"saved"');
  connection.request('POST /', ['Transfer-Encoding: chunked'], `${chunk}${chunk}${chunk}0\r\n\r\n`);
  const answer = await connection.read();
  assert.equal(answer.status, 413);
  assert.equal(answer.body, '{"error":"Payload Too Large"}');
  assert.equal(answer.headers.connection, 'close');
});

test('the rest of a body that nobody reads does not block the next request of its connection', async (t) => {
  const app = await serve(t, [
    {
      method: 'POST',
      path: '/',
      async handler(ctx) {
        const body = ctx.request.stream();
        await once(body, 'readable');
        return (body.read(1) as Buffer).length;
      },
    },
  ]);
  const connection = await app.connect();
  const large = 'x'.repeat(900_000);
  for (let i = 0; i < 3; i++) {
    connection.request('POST /', [`Content-Length: ${large.length}`], large);
    assert.equal((await connection.read()).body, '1');
  }
});

test('a body that is still being read when the response has been sent is read to its end', async (t) => {
  const sizes: number[] = [];
  const app = await serve(t, [
    {
      method: 'POST',
      path: '/',
      handler(ctx) {
        void read(ctx).then((size) => sizes.push(size));
        return 'thanks';
      },
    },
  ]);
  const connection = await app.connect();
  connection.request('POST /', ['Content-Length: 10'], '12345');
  assert.equal((await connection.read()).body, '"thanks"');
  connection.write('67890');
  connection.request('POST /', ['Content-Length: 0']);
  await connection.read();
  assert.deepEqual(sizes.slice(0, 1), [10]);
});

test('a limit that is not a number is refused, and one that was assigned anyway lets nothing pass', async (t) => {
  for (const limit of [Number.NaN, -1, undefined, '5' as never]) {
    assert.throws(() => bodyLimit(limit as number), {
      name: 'RangeError',
      message: `The limit of bodyLimit() is ${limit}. A limit is a number: 0 or more, or Infinity for no limit.`,
    });
  }
  const forget = (ctx: Context) => {
    ctx.request.bodyLimit = Number.NaN;
  };
  const app = await serve(t, [
    { method: 'POST', path: '/stream', handler: (ctx) => [forget(ctx), read(ctx)][1] },
    { method: 'POST', path: '/body', handler: (ctx) => [forget(ctx), ctx.request.body()][1] },
  ]);
  assert.equal((await app.post('/stream', 'x')).status, 413);
  assert.equal((await app.post('/body', 'x')).status, 413);
});

test('no limit is written as Infinity, and 0 lets only empty bodies pass', async (t) => {
  const route = (path: string, limit: number): Route => ({
    method: 'POST',
    path,
    middlewares: [bodyLimit(limit)],
    handler: read,
  });
  const app = await serve(t, [route('/all', Number.POSITIVE_INFINITY), route('/none', 0)]);
  assert.equal((await app.post('/all', 'x'.repeat(3_000_000))).body, 3_000_000);
  assert.equal((await app.post('/none', 'x')).status, 413);
  assert.equal((await app.post('/none', '')).body, 0);
});
