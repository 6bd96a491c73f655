import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import test from 'node:test';
import { deferred } from '../fixtures/deferred.ts';
import { type Served, type ServeOptions, serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import { requestId } from '../middlewares/request-id.ts';
import type { Route } from '../routing/route.ts';
import { logResponses, type ResponseSummary } from './response-summary.ts';

const waiting = deferred();

const routes: Route[] = [
  { method: 'GET', path: '/posts/:id', handler: (ctx) => ({ id: ctx.param('id') }) },
  { method: 'POST', path: '/posts', handler: (ctx) => ctx.request.body() },
  {
    method: 'GET',
    path: '/refused',
    handler() {
      throw new HttpError(403);
    },
  },
  {
    method: 'GET',
    path: '/broken',
    handler() {
      throw new Error('broken');
    },
  },
  { method: 'GET', path: '/large', handler: (ctx) => ctx.stream(Readable.from([Buffer.alloc(100_000)])) },
  {
    method: 'GET',
    path: '/wait',
    handler(ctx) {
      waiting.resolve();
      return once(ctx.signal, 'abort');
    },
  },
];

interface Observed extends Served {
  /** The summary of the next response. */
  next(): Promise<ResponseSummary>;
}

async function observed(t: Parameters<typeof serve>[0], options: ServeOptions = {}): Promise<Observed> {
  let coming = deferred<ResponseSummary>();
  const app = await serve(t, routes, { ...options, onResponse: (response) => coming.resolve(response) });
  const next = async () => {
    const summary = await coming.promise;
    coming = deferred();
    return summary;
  };
  return { ...app, next };
}

const cases: [request: string, path: string, route: string | undefined, status: number][] = [
  ['GET /posts/7?token=secret', '/posts/7', '/posts/:id', 200],
  ['HEAD /posts/7', '/posts/7', '/posts/:id', 200],
  ['GET /refused', '/refused', '/refused', 403],
  ['GET /large', '/large', '/large', 200],
  ['GET /nowhere', '/nowhere', undefined, 404],
  ['GET /%zz?token=secret', '/%zz', undefined, 400],
  ['GET /', '/', undefined, 404],
  ['GET http://me:secret@localhost/', '/', undefined, 404],
  ['GET http://me:secret@localhost/%zz', '/%zz', undefined, 400],
];

for (const [request, path, route, status] of cases) {
  test(`the summary of ${request}`, async (t) => {
    const app = await observed(t);
    const connection = await app.connect();
    connection.socket.once('end', () => connection.socket.end());
    await connection.request(request, ['Connection: close']).closed;
    const { bytes, ms, ...summary } = await app.next();
    assert.deepEqual(summary, { method: request.split(' ')[0], path, route, status, complete: true });
    assert.equal(bytes, connection.socket.bytesRead, 'every byte that arrived');
    assert.ok(ms > 0 && ms < 10_000);
  });
}

test('on a connection that is kept, each response has its own bytes', async (t) => {
  const app = await observed(t);
  const connection = await app.connect();
  let before = 0;
  for (const id of ['1', '12345']) {
    await connection.request(`GET /posts/${id}`).read();
    assert.equal((await app.next()).bytes, connection.socket.bytesRead - before);
    before = connection.socket.bytesRead;
  }
});

test('a client that leaves before the response is reported as incomplete, with the status 0', async (t) => {
  const app = await observed(t);
  const connection = await app.connect();
  connection.request('GET /wait');
  await waiting.promise;
  connection.destroy();
  const { path, status, complete } = await app.next();
  assert.deepEqual({ path, status, complete }, { path: '/wait', status: 0, complete: false });
});

test('a listener that throws harms nobody, and is logged', async (t) => {
  const app = await serve(t, routes, {
    onResponse() {
      throw new Error('broken listener');
    },
  });
  for (let count = 1; count <= 2; count++) {
    assert.equal((await app.get('/posts/7')).status, 200);
    while (app.log.at('error').length < count) await new Promise((resolve) => setImmediate(resolve));
  }
  assert.match(String(app.log.at('error')[0]?.fields.error), /broken listener/);
});

test('logResponses writes one line, with the id of the request', async (t) => {
  const done = deferred();
  const app = await serve(t, routes, {
    middlewares: [requestId()],
    onResponse(response, ctx: Context, log) {
      logResponses(response, ctx, log);
      done.resolve();
    },
  });
  await app.get('/posts/7?token=secret', { 'x-request-id': 'abc' });
  await done.promise;
  const line = app.log.at('info').find(({ message }) => message.startsWith('GET'));
  assert.equal(line?.message, 'GET /posts/7 200');
  const { bytes, ms, ...fields } = line!.fields;
  assert.deepEqual(fields, { route: '/posts/:id', aborted: undefined, request_id: 'abc' });
  assert.ok(Number(bytes) > 0 && Number(ms) >= 0);
});

test('the log line of a failed request has its id, so that it can be found from a response', async (t) => {
  const app = await serve(t, routes, { middlewares: [requestId()] });
  assert.equal((await app.get('/broken', { 'x-request-id': 'abc' })).status, 500);
  const line = app.log.at('error').find(({ message }) => message === 'GET /broken failed');
  assert.equal(line?.fields.request_id, 'abc');
});

test('so does the line of a stream that failed, halfway or before', async (t) => {
  async function* failing(): AsyncGenerator<string> {
    yield 'some';
    throw new Error('disk on fire');
  }
  const app = await serve(
    t,
    [
      { method: 'GET', path: '/missing', handler: (ctx) => ctx.stream(createReadStream('/no/such/file')) },
      { method: 'GET', path: '/halfway', handler: (ctx) => ctx.stream(Readable.from(failing())) },
    ],
    { middlewares: [requestId()] },
  );
  assert.equal((await app.get('/missing', { 'x-request-id': 'abc' })).status, 500);
  await assert.rejects(app.get('/halfway', { 'x-request-id': 'def' }));
  const [missing, halfway] = app.log.at('error');
  assert.equal(missing?.message, 'GET /missing failed');
  assert.equal(missing?.fields.request_id, 'abc');
  assert.match(String(missing?.fields.error), /ENOENT/);
  assert.equal(halfway?.message, 'GET /halfway failed halfway');
  assert.equal(halfway?.fields.request_id, 'def');
});

const tooLarge = ['Expect: 100-continue', `Content-Length: ${2 * 1024 * 1024}`];

test('a client that has received the 413 and sends no body is not reported as incomplete', async (t) => {
  const app = await observed(t);
  const connection = await app.connect();
  assert.equal((await connection.request('POST /posts', tooLarge).read()).status, 413);
  connection.destroy();
  const { status, complete } = await app.next();
  assert.deepEqual({ status, complete }, { status: 413, complete: true });
});

test('the last response is reported before the application has stopped', async (t) => {
  const app = await observed(t);
  let reported = false;
  void app.next().then(() => {
    reported = true;
  });
  const connection = await app.connect();
  await connection.request('POST /posts', tooLarge).read();
  const stopped = app.stop();
  connection.destroy();
  await stopped;
  assert.ok(reported);
});
