import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { createApp } from '../app.ts';
import { module, provide } from '../core/module.ts';
import { first } from '../fixtures/certificates.ts';
import type { RawConnection } from '../fixtures/raw-connection.ts';
import { RecordingLog } from '../fixtures/recording-log.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import type { Route } from '../routing/route.ts';
import { Log } from '../services/log/log.ts';

/** Sends one chunk and then nothing, until it is destroyed. */
class Halfway {
  readonly source = new Readable({ read() {} });

  readonly routes: Route[] = [
    { method: 'GET', path: '/', handler: (ctx: Context) => ctx.stream(this.source) },
    {
      method: 'PUT',
      path: '/',
      handler: (ctx: Context) => {
        ctx.request.stream().resume();
        return ctx.stream(this.source);
      },
    },
  ];

  constructor() {
    this.source.push('half of it');
  }
}

async function arrived(connection: RawConnection): Promise<void> {
  while (!connection.rest.includes('half of it')) await once(connection.socket, 'data');
}

// Its body ends where the connection does, so a connection that is closed properly says that everything has arrived.
test('HTTP/1.0: a stream that fails halfway resets the connection', async (t) => {
  const { source, routes } = new Halfway();
  const connection = (await (await serve(t, routes)).connect()).write('GET / HTTP/1.0\r\n\r\n');
  await arrived(connection);
  source.destroy(new HttpError(410));
  assert.equal(await connection.ended(), false);
});

test('HTTP/1.0: a response that the shutdown cuts resets the connection', async (t) => {
  const app = await serve(t, new Halfway().routes, { limits: { grace: 50, drain: 0 } });
  const connection = (await app.connect()).write('GET / HTTP/1.0\r\n\r\n');
  await arrived(connection);
  await app.stop();
  assert.equal(await connection.ended(), false);
});

test('HTTP/1.0: a request whose rest is late resets the connection in the middle of its response', async (t) => {
  const { source, routes } = new Halfway();
  const app = await serve(t, routes, { limits: { requestTimeout: 200, headersTimeout: 200 } });
  const connection = (await app.connect()).write('PUT / HTTP/1.0\r\nContent-Length: 9\r\n\r\nlate');
  await arrived(connection);
  assert.equal(await connection.ended(), false);
  source.destroy();
});

test('HTTP/1.0: a complete stream closes the connection properly', async (t) => {
  const { source, routes } = new Halfway();
  const connection = (await (await serve(t, routes)).connect()).write('GET / HTTP/1.0\r\n\r\n');
  source.push(null);
  assert.equal(await connection.ended(), true);
  assert.match(connection.rest, /\r\n\r\nhalf of it$/);
});

test('HTTP/1.1: a stream that fails halfway closes the connection without the last chunk', async (t) => {
  const { source, routes } = new Halfway();
  const connection = (await (await serve(t, routes)).connect()).request('GET /');
  await arrived(connection);
  source.destroy(new HttpError(410));
  assert.equal(await connection.ended(), true);
  assert.match(connection.rest, /half of it\r\n$/);
});

for (const how of ['fails halfway', 'is cut by the shutdown']) {
  test(`HTTP/1.0 over TLS: a stream that ${how} resets the connection`, { timeout: 10_000 }, async (t) => {
    const { source, routes } = new Halfway();
    const { port, stop } = await serveSecurely(t, routes);
    const socket = connect({ port, host: '127.0.0.1', ca: first.cert });
    socket.write('GET / HTTP/1.0\r\n\r\n');
    await once(socket, 'data');
    if (how === 'fails halfway') source.destroy(new HttpError(410));
    else void stop();
    const [error] = await once(socket.resume(), 'error');
    assert.equal(error.code, 'ECONNRESET');
  });
}

test('HTTP/1.0: a client that does not read finds its connection reset', { timeout: 10_000 }, async (t) => {
  // Node's own client would take the reset of a connection that it has paused for its end.
  const reset = t.mock.method(Socket.prototype, 'resetAndDestroy');
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
  const released = new Promise((resolve) => endless.on('error', () => {}).once('close', resolve));
  const routes: Route[] = [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(endless) }];
  const connection = await (await serve(t, routes, { limits: { sendTimeout: 10 } })).connect();
  connection.socket.pause();
  connection.write('GET / HTTP/1.0\r\n\r\n');
  await released;
  assert.equal(reset.mock.callCount(), 1);
});

async function serveSecurely(t: TestContext, routes: Route[]) {
  class TestController {
    routes(): Route[] {
      return routes;
    }
  }
  const overrides = [provide(Log, { value: new RecordingLog() })];
  const root = module('TestModule', { declarations: [TestController] });
  const app = createApp(root, { overrides, limits: { grace: 50, drain: 0 } });
  t.after(() => app.stop());
  const url = await app.listen(0, '127.0.0.1', {
    signals: false,
    createServer: (limits) => createServer({ ...limits, ...first }),
  });
  return { port: Number(new URL(url).port), stop: () => app.stop() };
}
