import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createSecureServer, type OutgoingHttpHeaders } from 'node:http2';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { module } from '../core/module.ts';
import { first } from '../fixtures/certificates.ts';
import { deferred } from '../fixtures/deferred.ts';
import { send, serveHttp2 } from '../fixtures/serve-http2.ts';
import type { ListenOptions } from '../protection/limited-server.ts';
import type { Handler } from '../routing/route.ts';

const refuse: Handler = async (ctx) => {
  let size = 0;
  for await (const chunk of ctx.request.stream()) {
    size += chunk.length;
    if (size > 200_000) break;
  }
  return ctx.status(409);
};

const half: OutgoingHttpHeaders = { ':path': '/', ':method': 'POST', 'content-length': 1_000_000 };

test('HTTP/2: a client whose upload is refused halfway gets the whole response, and is told to keep the rest', {
  timeout: 30_000,
}, async (t) => {
  // The connection stays open for longer than the test may take.
  const { session } = await serveHttp2(t, refuse, { limits: { keepAliveTimeout: 60_000 } });
  const stream = session.request(half).resume();
  stream.write(Buffer.alloc(900_000));
  const [headers] = await once(stream, 'response');
  assert.equal(headers[':status'], 409);
  await once(stream, 'close');
  assert.equal(stream.rstCode, 0);
});

const stopping: Record<string, Handler> = {
  'an iterator that is asked for nothing more': async (ctx) => {
    await ctx.request.stream()[Symbol.asyncIterator]().next();
    return 'enough';
  },
  'a stream that was paused': async (ctx) => {
    const body = ctx.request.stream();
    await once(
      body.on('data', () => body.pause()),
      'data',
    );
    return 'enough';
  },
};

for (const [what, handler] of Object.entries(stopping)) {
  test(`HTTP/2: a client whose upload nobody reads any more is told to keep the rest: ${what}`, {
    timeout: 30_000,
  }, async (t) => {
    const { session } = await serveHttp2(t, handler, { limits: { keepAliveTimeout: 60_000 } });
    const stream = session.request(half).resume();
    stream.write(Buffer.alloc(900_000));
    await once(stream, 'close');
    assert.equal(stream.rstCode, 0);
  });
}

test('HTTP/2: an upload that somebody reads after the response arrives completely, even with pauses', {
  timeout: 30_000,
}, async (t) => {
  const arrived = deferred<number>();
  const { session } = await serveHttp2(t, async (ctx) => {
    let size = 0;
    ctx.request.stream().on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size === 1_000_000) arrived.resolve(size);
    });
    return 'reading on';
  });
  const stream = session.request(half).resume();
  stream.write(Buffer.alloc(100_000));
  await once(stream, 'response');
  // Longer than an unread rest may wait.
  await wait(2_500);
  stream.end(Buffer.alloc(900_000));
  assert.equal(await arrived.promise, 1_000_000);
});

test('HTTP/2: a client may send 256 KiB of a body, and 1 MiB on its connection, before anything was read', async (t) => {
  const { session } = await serveHttp2(t, () => 'ok');
  await once(session, 'remoteSettings');
  assert.equal(session.remoteSettings.initialWindowSize, 256 * 1024);
  await send(session, { ':path': '/' });
  assert.equal(session.state.remoteWindowSize, 1024 * 1024);
});

test('HTTP/2: an application can choose another window for its bodies', async (t) => {
  const app = createApp(module('TestModule'), { limits: { drain: 0 } });
  const settings = { initialWindowSize: 1024 * 1024 };
  const createServer: ListenOptions['createServer'] = (limits) => createSecureServer({ ...limits, ...first, settings });
  const url = await app.listen(0, '127.0.0.1', { signals: false, createServer });
  const session = connect(url, { ca: first.cert });
  t.after(() => {
    session.destroy();
    return app.stop();
  });
  const [{ initialWindowSize, maxConcurrentStreams }] = await once(session, 'remoteSettings');
  assert.deepEqual({ initialWindowSize, maxConcurrentStreams }, { ...settings, maxConcurrentStreams: 100 });
});
