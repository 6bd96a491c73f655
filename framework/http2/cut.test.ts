import assert from 'node:assert/strict';
import { once } from 'node:events';
import { constants } from 'node:http2';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { deferred } from '../fixtures/deferred.ts';
import { serveHttp2 } from '../fixtures/serve-http2.ts';
import { ClientGone } from '../http/errors.ts';
import { requestTimeout } from '../middlewares/request-timeout.ts';
import type { ResponseSummary } from '../observe/response-summary.ts';
import type { Handler, Route } from '../routing/route.ts';

/** A frame of the stream 1, or of the connection if it is one of its settings. */
function frame(type: number, flags: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.from([0, 0, payload.length, type, flags, 0, 0, 0, type === 4 ? 0 : 1]);
  return Buffer.concat([head, payload]);
}

/** As raw frames, because the client of Node ends a request before it resets it. */
async function sendHalf(t: TestContext, url: string): Promise<TLSSocket> {
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  t.after(() => socket.destroy());
  await once(socket.resume(), 'secureConnect');
  const field = (name: string, value: string) =>
    `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`;
  const fields = { ':method': 'POST', ':scheme': 'https', ':path': '/', ':authority': 'localhost' };
  const head = Object.entries(fields).map(([name, value]) => field(name, value));
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  socket.write(Buffer.concat([frame(4, 0), frame(1, 4, Buffer.from(head.join(''))), frame(0, 0, Buffer.from('half'))]));
  return socket;
}

const readers: Record<string, Handler> = {
  'ctx.request.stream()': async (ctx) => {
    for await (const chunk of ctx.request.stream()) void chunk;
  },
  'ctx.request.body()': (ctx) => ctx.request.body(),
};

for (const [name, read] of Object.entries(readers)) {
  for (const code of [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_CANCEL]) {
    test(`HTTP/2: ${name} fails if the client resets its stream with the code ${code}`, {
      timeout: 30_000,
    }, async (t) => {
      const [arrived, failed] = [deferred<void>(), deferred<unknown>()];
      const { url } = await serveHttp2(t, async (ctx) => {
        ctx.request.incoming.once('data', () => arrived.resolve());
        await Promise.resolve(read(ctx)).then(() => failed.resolve('complete'), failed.resolve);
      });
      const socket = await sendHalf(t, url);
      await arrived.promise;
      socket.write(frame(3, 0, Buffer.from([0, 0, 0, code])));
      assert.ok((await failed.promise) instanceof ClientGone);
    });
  }

  test(`HTTP/2: after a 408, ${name} fails, ctx.signal aborts, and onResponse is called`, {
    timeout: 30_000,
  }, async (t) => {
    const [failed, aborted, reported] = [deferred<unknown>(), deferred<void>(), deferred<ResponseSummary>()];
    const handler: Handler = async (ctx) => {
      ctx.signal.addEventListener('abort', () => aborted.resolve());
      await Promise.resolve(read(ctx)).then(() => failed.resolve('complete'), failed.resolve);
    };
    const route: Route = { method: 'PUT', path: '/*', middlewares: [requestTimeout(100)], handler };
    const { session } = await serveHttp2(t, handler, { onResponse: (summary) => reported.resolve(summary) }, [route]);
    const stream = session.request({ ':path': '/', ':method': 'PUT' });
    stream.write('half');
    const [headers] = await once(stream, 'response');
    assert.equal(headers[':status'], 408);
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
    });
    await once(stream, 'close');
    assert.equal(text, '{"error":"Request Timeout"}');
    assert.ok((await failed.promise) instanceof ClientGone);
    await aborted.promise;
    const { status, complete } = await reported.promise;
    assert.deepEqual({ status, complete }, { status: 408, complete: false });
  });
}

test('HTTP/2: a connection whose request was too slow is closed after the keep-alive timeout', {
  timeout: 30_000,
}, async (t) => {
  const limits = { requestTimeout: 100, headersTimeout: 100, keepAliveTimeout: 100 };
  const { session } = await serveHttp2(t, (ctx) => ctx.request.body(), { limits });
  const stream = session.request({ ':path': '/', ':method': 'POST' });
  stream.write('half');
  stream.resume();
  await once(session, 'close');
});

test('HTTP/2: a client that cancels a response that it does not read ends its stream, whatever code it sends', {
  timeout: 30_000,
}, async (t) => {
  for (const code of [constants.NGHTTP2_NO_ERROR, constants.NGHTTP2_CANCEL]) {
    const [aborted, released] = [deferred<void>(), deferred<void>()];
    const { session } = await serveHttp2(t, (ctx) => {
      ctx.signal.addEventListener('abort', () => aborted.resolve());
      return ctx.stream(endless(released.resolve));
    });
    const stream = session.request({ ':path': '/' });
    await once(stream, 'response');
    stream.pause();
    // Until the windows are full.
    await wait(100);
    stream.close(code);
    await Promise.all([aborted.promise, released.promise]);
    session.destroy();
  }
});

async function* endless(onEnd: () => void) {
  try {
    for (;;) yield Buffer.alloc(64 * 1024);
  } finally {
    onEnd();
  }
}
