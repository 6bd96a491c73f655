import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants } from 'node:http2';
import { get } from 'node:https';
import { Readable } from 'node:stream';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { first } from '../fixtures/certificates.ts';
import { deferred } from '../fixtures/deferred.ts';
import { send, serveHttp2 } from '../fixtures/serve-http2.ts';
import { jsonOnly } from '../middlewares/json-only.ts';
import { requestTimeout } from '../middlewares/request-timeout.ts';
import type { ResponseSummary } from '../observe/response-summary.ts';
import type { Handler, Route } from '../routing/route.ts';

test('HTTP/2: a request has its host, its headers and no pseudo-headers, and a response has no Connection', async (t) => {
  const { session, url } = await serveHttp2(t, (ctx) => {
    ctx.response.setHeader('connection', 'close');
    return [ctx.header('host'), ctx.request.incoming.url, Object.keys(ctx.request.headers()).sort()];
  });
  const { status, text, headers } = await send(session, { ':path': '/a?b=1', 'x-name': 'Ada' });
  assert.equal(status, 200);
  assert.deepEqual(JSON.parse(text), [new URL(url).host, '/a?b=1', ['host', 'x-name']]);
  assert.equal(headers.connection, undefined);
});

test('HTTP/2: one server speaks HTTP/1.1, too', async (t) => {
  const { url } = await serveHttp2(t, (ctx) => ctx.request.incoming.httpVersion);
  const [response] = await once(get(url, { ca: first.cert, agent: false }), 'response');
  assert.equal(String(Buffer.concat(await response.toArray())), '"1.1"');
});

for (const [name, headers, status] of [
  ['a malformed path', { ':path': '/%ZZ' }, 400],
  ['two different hosts', { ':authority': 'one.test', host: 'other.test' }, 400],
  ['an unknown path', { ':path': '/', ':method': 'DELETE' }, 404],
] as const) {
  test(`HTTP/2: ${name} is ${status}`, async (t) => {
    const { session } = await serveHttp2(t, () => 'ok');
    assert.equal((await send(session, headers)).status, status);
  });
}

test('HTTP/2: bodies, HEAD, 204, streams and errors', async (t) => {
  const handlers: Record<string, Handler> = {
    '/body': async (ctx) => (await ctx.request.body()).length,
    '/echo': (ctx) => ctx.stream(ctx.request.stream()),
    '/none': () => undefined,
    '/text': (ctx) => ctx.send('text'),
    '/failed': () => Promise.reject(new Error('oops')),
    '/large': (ctx) => ctx.stream(Readable.from([Buffer.alloc(300_000), Buffer.alloc(300_000)])),
  };
  const { session } = await serveHttp2(t, (ctx) => handlers[ctx.request.path]?.(ctx), { limits: { body: 1_000 } });
  const post = (path: string, body: string) => send(session, { ':path': path, ':method': 'POST' }, body);
  assert.equal((await post('/body', 'abc')).text, '3');
  assert.equal((await post('/echo', 'abc')).text, 'abc');
  assert.equal((await post('/body', 'x'.repeat(100_000))).status, 413);
  assert.equal((await send(session, { ':path': '/none' })).status, 204);
  const head = await send(session, { ':path': '/text', ':method': 'HEAD' });
  assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '4']);
  assert.equal((await send(session, { ':path': '/failed' })).status, 500);
  assert.equal((await send(session, { ':path': '/large' })).text.length, 600_000);
});

test('HTTP/2: a body without a length is a body to jsonOnly', async (t) => {
  const { session } = await serveHttp2(t, () => 'ok', { middlewares: [jsonOnly()] });
  const headers = { ':path': '/', ':method': 'POST', 'content-type': 'text/plain' };
  assert.equal((await send(session, headers, '{}')).status, 415);
  assert.equal((await send(session, { ...headers, 'content-type': 'application/json' }, '{}')).status, 200);
});

test('HTTP/2: a client that resets its stream aborts ctx.signal, and the others go on', async (t) => {
  const [arrived, aborted] = [deferred<void>(), deferred<void>()];
  const { session } = await serveHttp2(t, async (ctx) => {
    if (ctx.request.path === '/quick') return 'ok';
    ctx.signal.addEventListener('abort', () => aborted.resolve());
    arrived.resolve();
    return aborted.promise;
  });
  const stream = session.request({ ':path': '/slow' });
  stream.on('error', () => {});
  await arrived.promise;
  stream.close(constants.NGHTTP2_CANCEL);
  await aborted.promise;
  assert.equal((await send(session, { ':path': '/quick' })).status, 200);
});

test('HTTP/2: a stream that fails halfway is an error to the client', async (t) => {
  const failing = async function* () {
    yield 'one';
    throw new Error('no disk');
  };
  const { session } = await serveHttp2(t, (ctx) => ctx.stream(failing()));
  await assert.rejects(send(session, { ':path': '/' }));
});

test('HTTP/2: a request that arrives too slowly is 408, and a route can have its own time', async (t) => {
  const handler: Handler = async (ctx) => (await ctx.request.body()).length;
  const own: Route = { method: 'PUT', path: '/*', middlewares: [requestTimeout(60_000)], handler };
  const { session } = await serveHttp2(t, handler, { limits: { requestTimeout: 100, headersTimeout: 100 } }, [own]);
  const patient = session.request({ ':path': '/', ':method': 'PUT' });
  patient.write('a');
  const slow = session.request({ ':path': '/', ':method': 'POST' });
  slow.write('a');
  const [headers] = await once(slow, 'response');
  assert.equal(headers[':status'], 408);
  patient.end('b');
  const [later] = await once(patient, 'response');
  assert.equal(later[':status'], 200);
});

test('HTTP/2: a handler may take longer than a request may take to arrive, even if it reads nothing', async (t) => {
  const { session } = await serveHttp2(t, () => wait(300, 'ok'), {
    limits: { requestTimeout: 100, headersTimeout: 100, sendTimeout: 100, keepAliveTimeout: 100 },
  });
  assert.equal((await send(session, { ':path': '/' })).status, 200);
  const { session: other } = await serveHttp2(t, () => wait(300, 'ok'), { limits: { requestTimeout: 100 } });
  assert.equal((await send(other, { ':path': '/', ':method': 'POST' }, 'body')).status, 200);
});

test('HTTP/2: a request for a tunnel is 400', async (t) => {
  const { session } = await serveHttp2(t, () => 'ok');
  const stream = session.request({ ':method': 'CONNECT', ':authority': 'other.test:80' });
  const [headers] = await once(stream, 'response');
  assert.equal(headers[':status'], 400);
});

test('HTTP/2: a client that does not read is cut', async (t) => {
  const aborted = deferred<void>();
  const handler: Handler = (ctx) => {
    ctx.signal.addEventListener('abort', () => aborted.resolve());
    return ctx.stream(Readable.from([Buffer.alloc(1_000_000)]));
  };
  const { session } = await serveHttp2(t, handler, { limits: { sendTimeout: 100 } });
  const stream = session.request({ ':path': '/' });
  stream.on('error', () => {});
  stream.pause();
  await aborted.promise;
});

test('HTTP/2: onResponse knows the bytes of the body and whether it was complete', async (t) => {
  const seen = deferred<ResponseSummary>();
  const { session } = await serveHttp2(t, () => 'four', { onResponse: (summary) => seen.resolve(summary) });
  await send(session, { ':path': '/a' });
  const { path, status, bytes, complete } = await seen.promise;
  assert.deepEqual({ path, status, bytes, complete }, { path: '/a', status: 200, bytes: 6, complete: true });
});

test('HTTP/2: stop() lets a running request finish and closes the connection', async (t) => {
  const [arrived, go] = [deferred<void>(), deferred<void>()];
  const { app, session } = await serveHttp2(
    t,
    async () => {
      arrived.resolve();
      await go.promise;
      return 'done';
    },
    { limits: { grace: 60_000 } },
  );
  const answer = send(session, { ':path': '/' });
  await arrived.promise;
  const stopped = app.stop();
  await once(session, 'goaway');
  go.resolve();
  assert.equal((await answer).text, '"done"');
  await stopped;
});

test('HTTP/2: a connection without requests is closed after the keep-alive timeout', async (t) => {
  const { session } = await serveHttp2(t, () => 'ok', { limits: { keepAliveTimeout: 100 } });
  assert.equal((await send(session, { ':path': '/' })).status, 200);
  await once(session, 'close');
});
