import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type Server } from 'node:https';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { connect as connectSecurely, type TLSSocket } from 'node:tls';
import { createApp } from '../app.ts';
import { module, provide } from '../core/module.ts';
import { first, second } from '../fixtures/certificates.ts';
import { deferred } from '../fixtures/deferred.ts';
import { RecordingLog } from '../fixtures/recording-log.ts';
import type { Limits } from '../http/defaults.ts';
import type { Handler, Route } from '../routing/route.ts';
import { Log } from '../services/log/log.ts';

async function serveSecurely(t: TestContext, handler: Handler, limits: Partial<Limits> = {}) {
  class TestController {
    routes(): Route[] {
      return [{ method: 'GET', path: '/', handler }];
    }
  }
  const overrides = [provide(Log, { value: new RecordingLog() })];
  const root = module('TestModule', { declarations: [TestController] });
  const app = createApp(root, { overrides, limits: { drain: 0, ...limits } });
  const url = await app.listen(0, '127.0.0.1', {
    signals: false,
    createServer: (options) => createServer({ ...options, ...first }),
  });
  t.after(() => app.stop());
  const port = Number(new URL(url).port);
  const open = async () => {
    const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
    t.after(() => socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  };
  return { app, url, port, open };
}

function status(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { ca: first.cert }, (response) => response.resume() && resolve(response.statusCode)).on('error', reject);
  });
}

async function textOf(socket: TLSSocket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const nameOf = (socket: TLSSocket) => socket.getPeerCertificate().subject.CN;

test('HTTPS: an application with a server of node:https', { timeout: 30_000 }, async (t) => {
  const { url } = await serveSecurely(t, (ctx) => ctx.header('host'));
  assert.match(url, /^https:\/\/localhost:\d+$/);
  assert.equal(await status(url), 200);
});

test('HTTPS: the certificate can be replaced while the server runs', { timeout: 30_000 }, async (t) => {
  const { app, open } = await serveSecurely(t, () => 'ok');
  const before = await open();
  (app.server as Server).setSecureContext(second);
  assert.deepEqual([nameOf(before), nameOf(await open())], ['first.test', 'second.test']);
  before.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  assert.match(await textOf(before), /^HTTP\/1\.1 200 /);
});

test('HTTPS: the checks of requests hold', { timeout: 30_000 }, async (t) => {
  const { open } = await serveSecurely(t, () => 'ok');
  const hostless = await open();
  hostless.write('GET / HTTP/1.1\r\n\r\n');
  assert.match(await textOf(hostless), /^HTTP\/1\.1 400 /);
});

test('HTTPS: the time limits hold', { timeout: 30_000 }, async (t) => {
  const { open } = await serveSecurely(t, () => 'ok', { headersTimeout: 200 });
  const slow = await open();
  slow.write('GET / HTTP/1.1\r\n');
  assert.match(await textOf(slow), /^HTTP\/1\.1 408 /);
});

test('HTTPS: a client that does not speak TLS is disconnected, and the others go on', {
  timeout: 30_000,
}, async (t) => {
  const { url, port } = await serveSecurely(t, () => 'ok');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket.resume(), 'close');
  assert.equal(await status(url), 200);
});

test('HTTPS: a client that does not read is disconnected', { timeout: 30_000 }, async (t) => {
  // A client may seem to read nothing for as long as 2 MiB take at the pace that is allowed: here for half a second.
  const { app, open } = await serveSecurely(t, (ctx) => ctx.send(Buffer.alloc(20_000_000)), { sendTimeout: 4 });
  const served = once(app.server, 'secureConnection');
  const socket = await open();
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [connection] = await served;
  await once(connection, 'close');
});

test('HTTPS: stop() waits for a running request, and not for connections without one', {
  timeout: 30_000,
}, async (t) => {
  const [arrived, go] = [deferred<void>(), deferred<void>()];
  const handler: Handler = async () => {
    arrived.resolve();
    await go.promise;
    return 'done';
  };
  const { app, open, port } = await serveSecurely(t, handler, { grace: 60_000 });
  const [silent, busy] = [await open(), await open()];
  const handshaking = connect(port, '127.0.0.1');
  await once(handshaking, 'connect');
  busy.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await arrived.promise;
  const stopped = app.stop();
  await Promise.all([once(silent.resume(), 'close'), once(handshaking.resume(), 'close')]);
  go.resolve();
  assert.match(await textOf(busy), /"done"/);
  await stopped;
});
