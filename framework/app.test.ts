import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { type App, type AppOptions, createApp } from './app.ts';
import { inject } from './core/inject.ts';
import { module, provide } from './core/module.ts';
import { deferred } from './fixtures/deferred.ts';
import { RawConnection } from './fixtures/raw-connection.ts';
import { RecordingLog } from './fixtures/recording-log.ts';
import { serve } from './fixtures/serve.ts';
import { cli } from './platforms/cli/cli.ts';
import type { Route } from './routing/route.ts';
import { Log } from './services/log/log.ts';
import { listening } from './trace/channel.ts';

/** Two services, the second of which needs the first. Each records when it starts and stops. */
function twoServices(events: string[], hooks: { start?(): unknown; stop?(): unknown } = {}) {
  class First {
    async onStart() {
      await null;
      events.push('First started');
    }
    onStop() {
      events.push('First stopped');
    }
  }
  class Second {
    @inject(First) readonly first!: First;
    async onStart() {
      await hooks.start?.();
      events.push('Second started');
    }
    async onStop() {
      events.push('Second stopped');
      await hooks.stop?.();
    }
  }
  return module('TwoModule', { declarations: [Second, First] });
}

function quiet(options: AppOptions = {}): AppOptions & { log: RecordingLog } {
  const log = new RecordingLog();
  return { ...options, overrides: [provide(Log, { value: log })], log };
}

const local = (app: App, port = 0) => app.listen(port, '127.0.0.1', { signals: false });

/** A port that another program is using. */
async function busyPort(t: TestContext): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  return (other.address() as { port: number }).port;
}

async function withEnvironment<T>(values: Record<string, string>, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  Object.assign(process.env, values);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(values)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

test('listen: services start in dependency order, before the port opens; stop is the reverse', async () => {
  const events: string[] = [];
  const options = quiet();
  const app = createApp(twoServices(events), options);
  const url = await local(app);
  assert.match(url, /^http:\/\/localhost:\d+$/);
  assert.deepEqual(events, ['First started', 'Second started']);
  assert.deepEqual(options.log.lines, [{ level: 'info', message: `Listening on ${url}`, fields: {} }]);
  await app.stop();
  assert.deepEqual(events.slice(2), ['Second stopped', 'First stopped']);
  await assert.rejects(RawConnection.open(url.replace('localhost', '127.0.0.1')), { code: 'ECONNREFUSED' });
});

test('listen: announces the application on the channel trellis:listening', async () => {
  class PostsService {}
  const heard: { url: string; app: App; built: { instance: object }[] }[] = [];
  const listener = (event: unknown) => void heard.push(event as (typeof heard)[number]);
  listening.subscribe(listener);
  const app = createApp(module('PostsModule', { declarations: [PostsService] }), quiet());
  const url = await local(app);
  listening.unsubscribe(listener);
  assert.equal(heard.length, 1);
  assert.equal(heard[0]?.url, url);
  assert.equal(heard[0]?.app, app);
  assert.ok(heard[0]?.built.some(({ instance }) => instance === app.get(PostsService)));
  await app.stop();
});

test('listen: a busy port rejects with a clear message, and services that were started are stopped', async (t) => {
  const events: string[] = [];
  const port = await busyPort(t);
  await assert.rejects(local(createApp(twoServices(events), quiet()), port), {
    code: 'EADDRINUSE',
    message: `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`,
  });
  assert.deepEqual(events, ['First started', 'Second started', 'Second stopped', 'First stopped']);
});

test('listen: an address of another machine rejects with a clear message', async () => {
  const app = createApp(module('EmptyModule'), quiet());
  await assert.rejects(app.listen(0, '203.0.113.1', { signals: false }), {
    message: "203.0.113.1 isn't an address of this machine. Correct HOST.",
  });
});

test('listen: a service that fails to stop does not hide why the start failed', async (t) => {
  const options = quiet();
  const failing = twoServices([], { stop: () => Promise.reject(new Error('will not stop')) });
  await assert.rejects(local(createApp(failing, options), await busyPort(t)), { code: 'EADDRINUSE' });
  assert.match(String(options.log.at('error')[0]?.fields.error), /Second\.onStop\(\) failed: will not stop/);
});

test('listen: a failing onStart stops the services that were started, in reverse, and no port opens', async () => {
  const events: string[] = [];
  const failing = twoServices(events, { start: () => Promise.reject(new Error('no table')) });
  const app = createApp(failing, quiet());
  await assert.rejects(local(app), /^Error: Second\.onStart\(\) failed: no table$/);
  assert.deepEqual(events, ['First started', 'First stopped']);
  await app.stop();
  assert.deepEqual(events.length, 2, 'there is nothing left to stop');
});

test('listen: a second call is rejected, and the application keeps running', async () => {
  const app = createApp(module('EmptyModule'), quiet());
  const url = (await local(app)).replace('localhost', '127.0.0.1');
  await assert.rejects(local(app), /^Error: This application has already started\. Create another one\.$/);
  assert.equal((await fetch(url)).status, 404);
  await app.stop();
  await assert.rejects(RawConnection.open(url), { code: 'ECONNREFUSED' });
  await assert.rejects(local(app), /^Error: This application has already stopped\. Create another one\.$/);
});

test('stop: may be called twice, and before the start', async () => {
  const events: string[] = [];
  const app = createApp(twoServices(events), quiet());
  await local(app);
  const stopping = app.stop();
  assert.equal(app.stop(), stopping, 'the same promise: no caller resumes before it has stopped');
  await stopping;
  assert.deepEqual(events.slice(2), ['Second stopped', 'First stopped']);
  const unstarted = createApp(twoServices([]), quiet());
  await unstarted.stop();
  await assert.rejects(local(unstarted), /has already stopped/);
});

test('stop: rejects if a service fails to stop, and the log says why', async () => {
  const options = quiet();
  const app = createApp(twoServices([], { stop: () => Promise.reject(new Error('will not stop')) }), options);
  await local(app);
  await assert.rejects(app.stop(), /Second\.onStop\(\) failed: will not stop/);
  assert.equal(options.log.at('error')[0]?.message, 'Stopping failed');
});

test('stop: during startup, it waits for startup to finish, then stops the application, and listen rejects', async () => {
  const events: string[] = [];
  const gate = deferred();
  const app = createApp(twoServices(events, { start: () => gate.promise }), quiet());
  const opening = assert
    .rejects(local(app), /^Error: This application was stopped before it had started\.$/)
    .then(() => events.push('listen rejected'));
  const stopping = app.stop();
  gate.resolve();
  await Promise.all([opening, stopping]);
  assert.deepEqual(events, ['First started', 'Second started', 'Second stopped', 'First stopped', 'listen rejected']);
});

test('listen: PORT and HOST set the address', async (t) => {
  const port = await busyPort(t);
  await withEnvironment({ PORT: String(port), HOST: '127.0.0.1' }, async () => {
    const app = createApp(module('EmptyModule'), quiet());
    await assert.rejects(app.listen(undefined, undefined, { signals: false }), new RegExp(`Port ${port} is in use`));
  });
  for (const wrong of ['eighty', '-1', '65536', '80.5', 'http://localhost']) {
    await withEnvironment({ PORT: wrong }, async () => {
      await assert.rejects(createApp(module('EmptyModule'), quiet()).listen(), {
        name: 'RangeError',
        message: `PORT is "${wrong}". A port is an integer from 0 to 65535.`,
      });
    });
  }
});

test('listen: returns an address that works in a browser', async () => {
  for (const [host, pattern] of [
    ['0.0.0.0', /^http:\/\/localhost:\d+$/],
    ['127.0.0.1', /^http:\/\/localhost:\d+$/],
    ['localhost', /^http:\/\/localhost:\d+$/],
    ['127.0.0.2', /^http:\/\/127\.0\.0\.2:\d+$/],
  ] as const) {
    if (host === '127.0.0.2' && process.platform !== 'linux') continue;
    const app = createApp(module('EmptyModule'), quiet());
    assert.match(await app.listen(0, host, { signals: false }), pattern);
    await app.stop();
  }
});

test('listen: leaves no listener for signals behind', async () => {
  const count = () => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT');
  const before = count();
  const [unaffected, ...apps] = [0, 1, 2].map(() => createApp(module('EmptyModule'), quiet()));
  await local(unaffected!);
  assert.equal(count(), before, 'none with signals: false');
  await unaffected!.stop();
  await Promise.all(apps.map((app) => app.listen(0, '127.0.0.1')));
  assert.equal(count(), before + 2, 'one for each signal, however many applications there are');
  await apps[0]!.stop();
  assert.equal(count(), before + 2, 'the other application still has to be stopped');
  await apps[1]!.stop();
  assert.equal(count(), before);
});

test('listen: unhandled rejections get a handler, unless the program has one already', async (t) => {
  const others = process.rawListeners('unhandledRejection') as NodeJS.UnhandledRejectionListener[];
  process.removeAllListeners('unhandledRejection');
  t.after(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });
  for (const listeners of ['the first adds one', 'the second finds it']) {
    const app = createApp(module('EmptyModule'), quiet());
    await app.listen(0, '127.0.0.1');
    await app.stop();
    assert.equal(process.listenerCount('unhandledRejection'), 1, listeners);
  }
});

test('a platform with a port runs no commands, and one with commands has no port', async () => {
  await assert.rejects(createApp(module('EmptyModule'), quiet()).run([]), /Call app\.listen\(\) instead/);
  await assert.rejects(
    local(createApp(module('EmptyModule'), quiet({ platform: cli() }))),
    /Call app\.run\(\) instead/,
  );
});

test('two applications of one module share nothing', async (t) => {
  class Counter {
    count = 0;
  }
  class CountController {
    @inject(Counter) readonly counter!: Counter;
    routes(): Route[] {
      return [{ method: 'GET', path: '/', handler: () => ++this.counter.count }];
    }
  }
  const root = module('CountModule', { declarations: [CountController, Counter] });
  const apps = [createApp(root, quiet()), createApp(root, quiet())];
  const urls = await Promise.all(apps.map((app) => local(app)));
  t.after(() => Promise.all(apps.map((app) => app.stop())));
  for (const url of [urls[0], urls[0], urls[1]]) await (await fetch(url as string)).text();
  assert.deepEqual(
    apps.map((app) => app.get(Counter).count),
    [2, 1],
  );
});

test('routes: every route without its groups', () => {
  class PostsController {
    routes(): Route[] {
      return [{ path: '/api', children: [{ method: 'GET', path: '/posts', handler: this.index }] }];
    }
    index() {}
  }
  const app = createApp(module('PostsModule', { declarations: [PostsController] }), quiet());
  assert.deepEqual(
    app.routes().map(({ method, path, owner }) => [method, path, owner]),
    [['GET', '/api/posts', 'PostsController']],
  );
});

test('describe: the application as plain data', () => {
  const app = createApp(twoServices([]), quiet());
  assert.deepEqual(
    app.describe().modules.map(({ name }) => name),
    ['TwoModule'],
  );
});

test('a service with a field called routes is not a controller: a controller has a method of that name', () => {
  class Atlas {
    readonly routes = ['Silk Road', 'Route 66'];
  }
  const app = createApp(module('TravelModule', { declarations: [Atlas] }), quiet());
  assert.deepEqual(app.routes(), []);
});

test('mistakes in an application are reported before a port opens', () => {
  class Guard {
    handle() {}
  }
  class GuardedController {
    routes(): Route[] {
      return [{ method: 'GET', path: '/', handler: () => '', middlewares: [Guard] }];
    }
  }
  const root = module('GuardedModule', { declarations: [GuardedController] });
  assert.throws(
    () => createApp(root, quiet()),
    /^Error: GuardedModule → GuardedController \(GET \/\) → Guard: no module/,
  );
  assert.throws(
    () => createApp(module('EmptyModule'), quiet({ middlewares: [Guard] })),
    /^Error: EmptyModule → createApp → Guard: no module/,
  );
  for (const wrong of [undefined, {}, { Handle() {} }] as never[]) {
    assert.throws(
      () => createApp(module('EmptyModule'), quiet({ middlewares: [wrong] })),
      /createApp: a middleware has no method handle/,
    );
  }
});

test('a controller has its routes, whether a class, a factory or a value provides it', async (t) => {
  class Shelf {
    routes(): Route[] {
      return [{ method: 'GET', path: '/shelf', handler: () => 'books' }];
    }
  }
  const root = (provider: ReturnType<typeof provide>) => module('ShelfModule', { declarations: [provider] });
  const provided = [
    provide(Shelf, Shelf),
    provide(Shelf, { factory: () => new Shelf() }),
    provide(Shelf, { value: new Shelf() }),
  ];
  for (const provider of provided) {
    const app = createApp(root(provider), quiet());
    t.after(() => app.stop());
    assert.deepEqual(
      app.routes().map(({ path }) => path),
      ['/shelf'],
    );
  }
});

test('overrides replace the provider of a token', () => {
  const options = quiet();
  assert.equal(createApp(module('EmptyModule'), options).get(Log), options.log);
});

test('stop: a response that the client is still reading is not cut off', async (t) => {
  const size = 20_000_000;
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.send('x'.repeat(size)) }]);
  const connection = await app.connect();
  const begun = new Promise((resolve) => connection.socket.once('data', resolve));
  connection.request('GET /');
  await begun;
  connection.socket.pause();
  const stopping = app.stop();
  await new Promise(setImmediate);
  connection.socket.resume();
  assert.equal((await connection.read()).body.length, size);
  await stopping;
});

test('stop: a response that announced keep-alive is finished, and its connection is closed', async (t) => {
  const stream = new Readable({ read() {} });
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/',
      handler(ctx) {
        ctx.response.setHeader('content-length', 10);
        stream.push('first');
        return ctx.stream(stream);
      },
    },
  ]);
  const connection = await app.connect();
  const begun = new Promise((resolve) => connection.socket.once('data', resolve));
  connection.request('GET /');
  await begun;
  const started = performance.now();
  const stopping = app.stop();
  stream.push(' last');
  stream.push(null);
  const answer = await connection.read();
  assert.equal(answer.headers.connection, 'keep-alive');
  assert.equal(answer.body, 'first last');
  assert.equal(await connection.ended(), true);
  await stopping;
  assert.ok(performance.now() - started < 4_000, 'without waiting for the client to disconnect');
});

test('stop: idle connections, even those that never sent a byte, are closed at once', async (t) => {
  const app = await serve(t, [{ method: 'GET', path: '/', handler: () => 'hello' }]);
  const [idle, unused] = [await app.connect(), await app.connect()];
  await idle.request('GET /').read();
  const started = performance.now();
  await app.stop();
  assert.ok(performance.now() - started < 4_000, 'not by waiting for them to go');
  assert.deepEqual(await Promise.all([idle.ended(), unused.ended()]), [true, true]);
});

test('stop: a request that is being handled gets its response, with Connection: close', async (t) => {
  const gate = deferred<string>();
  const arrived = deferred();
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/slow',
      handler() {
        arrived.resolve();
        return gate.promise;
      },
    },
  ]);
  const connection = await app.connect();
  connection.request('GET /slow');
  await arrived.promise;
  const stopping = app.stop();
  gate.resolve('slow');
  assert.equal((await connection.read()).headers.connection, 'close');
  assert.equal(await connection.ended(), true);
  await stopping;
});

test('stop: no request on a kept connection is lost, by default', async (t) => {
  class HelloController {
    routes = (): Route[] => [{ method: 'GET', path: '/', handler: () => 'hello' }];
  }
  const app = createApp(module('Root', { declarations: [HelloController] }), quiet());
  const url = (await app.listen(0, '127.0.0.1', { signals: false })).replace('localhost', '127.0.0.1');
  const connections = await Promise.all(Array.from({ length: 20 }, () => RawConnection.open(url)));
  t.after(() => {
    for (const connection of connections) connection.destroy();
  });
  let stopping: Promise<void> | undefined;
  let answered = 0;
  await Promise.all(
    connections.map(async (connection) => {
      for (;;) {
        const { status, headers } = await connection.request('GET /').read();
        assert.equal(status, 200);
        answered++;
        if (answered === 100) stopping = app.stop();
        if (headers.connection === 'close') return;
      }
    }),
  );
  assert.ok(answered >= 100);
  await stopping;
});

test('stop: while it drains, an idle connection may send one more request, and new connections are refused', async (t) => {
  const app = await serve(t, [{ method: 'GET', path: '/', handler: () => 'here' }], { limits: { drain: 5_000 } });
  const connection = await app.connect();
  connection.request('GET /');
  assert.notEqual((await connection.read()).headers.connection, 'close');
  const sweeps = t.mock.method(globalThis, 'setInterval');
  const stopping = app.stop();
  // The connections that are waiting are accepted first, so it may take some turns of the event loop.
  const isRefused = () =>
    RawConnection.open(app.url).then(
      (open) => open.destroy(),
      () => true,
    );
  while (!(await isRefused()));
  assert.equal(sweeps.mock.callCount(), 0, 'nothing looks for idle connections yet');
  connection.request('GET /');
  const last = await connection.read();
  assert.deepEqual([last.status, last.headers.connection], [200, 'close']);
  assert.equal(await connection.ended(), true);
  await stopping;
});

test('stop: a request that arrived while the event loop was busy gets its response before its connection closes', async (t) => {
  const app = await serve(t, [{ method: 'GET', path: '/', handler: () => 'here' }], { limits: { drain: 20 } });
  const connection = await app.connect();
  connection.request('GET /');
  await connection.read();
  const stopping = app.stop();
  setImmediate(() => {
    connection.request('GET /');
    // Longer than the drain, so that its timer is due before the request is read.
    for (const end = performance.now() + 200; performance.now() < end; );
  });
  assert.equal((await connection.read()).status, 200);
  await stopping;
});

test('stop: once the last connection is closed, no timer keeps the process alive', async (t) => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const app = await serve(t, [], { limits: { drain: 60_000 } });
  const close = t.mock.method(app.app.server, 'close');
  await app.stop();
  assert.equal(timers(), before);
  assert.equal(close.mock.callCount(), 1, "it ends Node's own timer, which the list of active resources leaves out");
});

test("app.server is Node's own server, and exists once the application listens", async (t) => {
  const app = createApp(module('AppModule', {}));
  t.after(() => app.stop());
  assert.throws(() => app.server, /^Error: app\.server exists once app\.listen\(\) has resolved\.$/);
  await app.listen(0);
  assert.equal(app.server.listening, true);
});

test('stop: when the grace period is over, remaining connections are cut off', async (t) => {
  const arrived = deferred<AbortSignal>();
  const app = await serve(
    t,
    [
      {
        method: 'GET',
        path: '/',
        handler(ctx) {
          arrived.resolve(ctx.signal);
          return new Promise(() => {});
        },
      },
    ],
    { limits: { grace: 50 } },
  );
  const connection = await app.connect();
  connection.request('GET /');
  const aborted = once(await arrived.promise, 'abort');
  await app.stop();
  await assert.rejects(connection.read());
  await aborted;
});
