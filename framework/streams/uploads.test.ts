import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { bodyLimit } from '../middlewares/body-limit.ts';
import type { Route } from '../routing/route.ts';

const MiB = 1024 * 1024;

async function digest(ctx: Context) {
  const hash = createHash('sha256');
  for await (const chunk of ctx.request.stream()) hash.update(chunk);
  return hash.digest('hex');
}

const routes: Route[] = [
  { method: 'POST', path: '/small', handler: digest },
  { method: 'POST', path: '/large', middlewares: [bodyLimit(5 * MiB)], handler: digest },
  {
    method: 'POST',
    path: '/whole',
    middlewares: [bodyLimit(5 * MiB)],
    handler: async (ctx) => (await ctx.request.body()).length,
  },
  {
    method: 'POST',
    path: '/tiny',
    middlewares: [bodyLimit(10)],
    handler: async (ctx) => (await ctx.request.body()).length,
  },
  {
    method: 'POST',
    path: '/first',
    async handler(ctx) {
      for await (const chunk of ctx.request.stream()) return (chunk as Buffer).length > 0;
      return false;
    },
  },
  { method: 'GET', path: '/bytes', handler: (ctx) => ctx.send(new Uint8Array([0, 255, 10])) },
  {
    method: 'GET',
    path: '/png',
    handler(ctx) {
      ctx.response.setHeader('content-type', 'image/png');
      return ctx.status(201).send(Buffer.from('PNG'));
    },
  },
];

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('a body can be read as a stream', async (t) => {
  const app = await serve(t, routes);
  const bytes = randomBytes(3 * MiB);
  assert.equal((await app.post('/large', bytes)).body, sha(bytes));
  assert.equal((await app.post('/large', '')).body, sha(Buffer.alloc(0)));
});

test('beyond the limit, the stream fails with 413, and the client gets to see it', async (t) => {
  const app = await serve(t, routes);
  const answer = await app.post('/small', randomBytes(MiB + 1));
  assert.equal(answer.status, 413);
  assert.deepEqual(answer.body, { error: 'Payload Too Large' });
});

test('the limit also applies if the client does not announce the length', async (t) => {
  const app = await serve(t, routes);
  const connection = await app.connect();
  connection.write('POST /small HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = 'x'.repeat(64 * 1024);
  for (let sent = 0; sent <= MiB; sent += chunk.length) connection.write(`10000\r\n${chunk}\r\n`);
  connection.write('0\r\n\r\n');
  assert.equal((await connection.read()).status, 413);
});

test('a route has its own limit, smaller or larger than that of the application', async (t) => {
  const app = await serve(t, routes);
  assert.equal((await app.post('/whole', randomBytes(2 * MiB))).body, 2 * MiB);
  assert.equal((await app.post('/whole', randomBytes(5 * MiB + 1))).status, 413);
  assert.equal((await app.post('/tiny', '0123456789')).body, 10);
  assert.equal((await app.post('/tiny', '0123456789a')).status, 413);
});

test('a client that asks first is told to send what the route accepts, and nothing else', async (t) => {
  const app = await serve(t, routes);
  const ask = async (path: string, length: number) => {
    const connection = await app.connect();
    connection.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`);
    return { connection, first: await connection.read() };
  };
  const large = await ask('/large', 2 * MiB);
  assert.equal(large.first.status, 100);
  large.connection.write(Buffer.alloc(2 * MiB));
  assert.equal((await large.connection.read()).status, 200);
  const whole = await ask('/whole', 2 * MiB);
  assert.equal(whole.first.status, 100);
  assert.equal((await ask('/small', 2 * MiB)).first.status, 413);
  assert.equal((await ask('/whole', 6 * MiB)).first.status, 413);
});

test('a handler that stops reading leaves the connection usable', async (t) => {
  const app = await serve(t, routes);
  const connection = await app.connect();
  connection.write(`POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: ${MiB}\r\n\r\n`).write(Buffer.alloc(MiB));
  assert.equal((await connection.read()).body, 'true');
  assert.equal((await connection.request('GET /nowhere').read()).status, 404);
});

test('a client that leaves in the middle of an upload ends the stream, and nothing is logged', async (t) => {
  const ended = deferred<string>();
  const app = await serve(t, [
    {
      method: 'POST',
      path: '/',
      async handler(ctx) {
        try {
          for await (const _ of ctx.request.stream());
        } catch (error) {
          ended.resolve((error as Error).name);
          throw error;
        }
      },
    },
  ]);
  const connection = await app.connect();
  connection.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nsome');
  connection.socket.end();
  connection.socket.destroy();
  assert.equal(await ended.promise, 'ClientGone');
  assert.deepEqual(app.log.at('error'), []);
});

for (const who of ['stream()', 'body()'] as const) {
  test(`a client that waits for the upload of another one gets a 500 if that one leaves: ${who}`, async (t) => {
    const [upload, left] = [deferred<Context>(), deferred<void>()];
    const app = await serve(t, [
      {
        method: 'PUT',
        path: '/',
        async handler(ctx) {
          upload.resolve(ctx);
          await left.promise;
        },
      },
      {
        method: 'POST',
        path: '/',
        async handler(ctx) {
          // Read to its end, the request closes.
          await ctx.request.body();
          const { request } = await upload.promise;
          return who === 'stream()' ? ctx.stream(request.stream()) : request.body();
        },
      },
    ]);
    const receiver = await app.connect();
    const sender = await app.connect();
    sender.request('PUT /', ['Content-Length: 1000']);
    receiver.request('POST /', ['Content-Length: 2'], '{}');
    await upload.promise;
    await wait(20);
    sender.destroy();
    const { status } = await receiver.read();
    left.resolve();
    assert.equal(status, 500);
    assert.match(String(app.log.at('error')[0]?.fields.error), /^ClientGone/);
  });
}

test('ctx.send takes bytes', async (t) => {
  const app = await serve(t, routes);
  const response = await fetch(`${app.url}/bytes`);
  assert.equal(response.headers.get('content-type'), 'application/octet-stream');
  assert.deepEqual(new Uint8Array(await response.arrayBuffer()), new Uint8Array([0, 255, 10]));
  const png = await app.get('/png');
  assert.equal(png.status, 201);
  assert.equal(png.headers.get('content-type'), 'image/png');
  assert.equal(png.headers.get('content-length'), '3');
  assert.equal(png.text, 'PNG');
});
