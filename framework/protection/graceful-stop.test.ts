import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { module, provide } from '../core/module.ts';
import { deferred } from '../fixtures/deferred.ts';
import { RecordingLog } from '../fixtures/recording-log.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Route } from '../routing/route.ts';
import { Log } from '../services/log/log.ts';

test('stop: handlers that were cut may clean up before the services stop', async (t) => {
  const events: string[] = [];
  class Store {
    onStop() {
      events.push('store stopped');
    }
  }
  const arrived = deferred<void>();
  const handler = async (ctx: Context) => {
    arrived.resolve();
    await once(ctx.signal, 'abort');
    await wait(150);
    events.push('cleaned up');
  };
  const routes: Route[] = [{ method: 'GET', path: '/', handler }];
  const app = await serve(t, routes, { declarations: [Store], limits: { grace: 50, drain: 0 } });
  (await app.connect()).request('GET /');
  await arrived.promise;
  await app.stop();
  assert.deepEqual(events, ['cleaned up', 'store stopped']);
  assert.deepEqual(app.log.at('warn'), []);
});

test('stop: a handler whose client has left has the rest of the grace period', async (t) => {
  const events: string[] = [];
  class Store {
    onStop() {
      events.push('store stopped');
    }
  }
  const arrived = deferred<void>();
  const handler = async (ctx: Context) => {
    arrived.resolve();
    await once(ctx.signal, 'abort');
    await wait(100);
    events.push('cleaned up');
  };
  const routes: Route[] = [{ method: 'GET', path: '/', handler }];
  const app = await serve(t, routes, { declarations: [Store], limits: { grace: 5_000, cleanup: 0, drain: 0 } });
  const connection = (await app.connect()).request('GET /');
  await arrived.promise;
  const stopped = app.stop();
  connection.destroy();
  await stopped;
  assert.deepEqual(events, ['cleaned up', 'store stopped']);
});

test('stop: a handler that never ends does not keep the services from stopping, and is reported in the log', async (t) => {
  const arrived = deferred<void>();
  const handler = () => {
    arrived.resolve();
    return new Promise(() => {});
  };
  const routes: Route[] = [{ method: 'GET', path: '/', handler }];
  const app = await serve(t, routes, { limits: { grace: 20, cleanup: 20, drain: 0 } });
  (await app.connect()).request('GET /');
  await arrived.promise;
  await app.stop();
  assert.deepEqual(
    app.log.at('warn').map(({ message }) => message),
    ['Handlers were still running after the grace period. Their services are stopped now.'],
  );
});

test('stop: if the server cannot be stopped, that is logged, and the services are stopped all the same', async () => {
  const stopped: string[] = [];
  class Store {
    onStop() {
      stopped.push('store');
    }
  }
  const log = new RecordingLog();
  const app = createApp(module('StoreModule', { declarations: [Store] }), {
    overrides: [provide(Log, { value: log })],
  });
  await app.listen(0, '127.0.0.1', { signals: false });
  const close = app.server.close.bind(app.server);
  app.server.close = () => {
    throw new Error('it does not want to');
  };
  await assert.rejects(app.stop(), /it does not want to/);
  close();
  assert.deepEqual(stopped, ['store']);
  assert.match(String(log.at('error')[0]?.fields.error), /it does not want to/);
});

test('stop: connections that the system has accepted, but Node has not yet, get their response', async (t) => {
  const routes: Route[] = [{ method: 'GET', path: '/', handler: () => 'hello' }];
  const app = await serve(t, routes, { limits: { drain: 500 } });
  const connecting = Array.from({ length: 50 }, () => app.connect());
  // The system completes the handshakes while the event loop is blocked.
  for (const end = performance.now() + 50; performance.now() < end; );
  const stopped = app.stop();
  const answers = connecting.map(async (connection) => (await connection).request('GET /').read());
  for (const answer of await Promise.all(answers)) assert.equal(answer.body, '"hello"');
  await stopped;
});
