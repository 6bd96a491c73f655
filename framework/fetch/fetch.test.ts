import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type App, type AppOptions, createApp } from '../app.ts';
import { type Declaration, module, provide } from '../core/module.ts';
import { deferred } from '../fixtures/deferred.ts';
import { RecordingLog } from '../fixtures/recording-log.ts';
import { handlers } from '../http/misbehaviour.cases.ts';
import type { ResponseSummary } from '../observe/response-summary.ts';
import { cli } from '../platforms/cli/cli.ts';
import type { Handler, Route } from '../routing/route.ts';
import { Log } from '../services/log/log.ts';

interface Options extends AppOptions {
  declarations?: Declaration[];
}

function appOf(t: TestContext, routes: Route[], { declarations = [], ...options }: Options = {}): App {
  class TestController {
    routes(): Route[] {
      return routes;
    }
  }
  const root = module('TestModule', { declarations: [TestController, ...declarations] });
  const app = createApp(root, { overrides: [provide(Log, { value: new RecordingLog() })], ...options });
  t.after(() => app.stop());
  return app;
}

/** An application with one handler, for every method that a test needs. */
function appWith(t: TestContext, handler: Handler, options?: Options): App {
  const routes = (['GET', 'POST'] as const).map((method): Route => ({ method, path: '/*', handler }));
  return appOf(t, routes, options);
}

function request(path = '/', init: RequestInit & { duplex?: 'half' } = {}): Request {
  return new Request(`http://library.test${path}`, { ...init, duplex: 'half' } as RequestInit);
}

/** A body of 64 chunks of 64 KiB, which counts how many of them were asked for. */
function countedBody() {
  const counted = { pulled: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (counted.pulled++ < 64) controller.enqueue(new Uint8Array(65_536));
        else controller.close();
      },
      cancel() {
        counted.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { counted, body };
}

/** Enough turns of the event loop for everything that doesn't wait for a reader. */
async function quiet(): Promise<void> {
  for (let i = 0; i < 50; i++) await turn();
}

test('the first requests start the services once, and stop() stops them', async (t) => {
  const events: string[] = [];
  class Store {
    async onStart() {
      events.push('starting');
      await turn();
      events.push('started');
    }
    onStop() {
      events.push('stopped');
    }
  }
  const app = appWith(t, () => void events.push('handled'), { declarations: [Store] });
  await Promise.all([app.fetch(request()), app.fetch(request())]);
  assert.deepEqual(events, ['starting', 'started', 'handled', 'handled']);
  await app.stop();
  assert.equal(events.at(-1), 'stopped');
});

test('if a service fails to start, every request is rejected with its error', async (t) => {
  class Store {
    onStart() {
      throw new Error('no disk');
    }
  }
  const app = appWith(t, () => 'ok', { declarations: [Store] });
  for (let i = 0; i < 2; i++) await assert.rejects(app.fetch(request()), /no disk/);
});

test('an application that listens also handles requests without its port', async (t) => {
  const app = appWith(t, (ctx) => ctx.request.path);
  const url = await app.listen(0, '127.0.0.1', { signals: false });
  assert.equal(await (await fetch(`${url}/a`)).json(), '/a');
  assert.equal(await (await app.fetch(request('/b'))).json(), '/b');
});

test('a CLI application takes no requests', async (t) => {
  await assert.rejects(appOf(t, [], { platform: cli() }).fetch(request()), /app\.run\(\)/);
});

test('after stop(), a request gets a 503', async (t) => {
  const app = appWith(t, () => 'ok');
  await app.stop();
  const response = await app.fetch(request());
  assert.equal(response.status, 503);
  assert.equal(response.headers.get('retry-after'), '1');
  assert.deepEqual(await response.json(), { error: 'Service Unavailable' });
});

test('a handler sees the target, the host and the headers', async (t) => {
  const app = appWith(t, ({ request: { incoming, path } }) => [path, incoming.url, incoming.headers]);
  const headers = { 'X-Name': 'Ada', cookie: 'a=1' };
  const response = await app.fetch(request('/a%20b?q=%2F#part', { headers }));
  assert.deepEqual(await response.json(), [
    '/a b',
    '/a%20b?q=%2F',
    { host: 'library.test', cookie: 'a=1', 'x-name': 'Ada' },
  ]);
});

test('a request has no trailers, and a handler may ask for them', async (t) => {
  const app = appWith(t, async ({ request }) => {
    await request.body();
    return [request.incoming.trailers['content-digest'] ?? 'none', Object.keys(request.incoming.trailers)];
  });
  const response = await app.fetch(request('/', { method: 'POST', body: 'text' }));
  assert.deepEqual(await response.json(), ['none', []]);
});

test('the address of the client is unknown, and the URL says whether it uses HTTPS', async (t) => {
  const app = appWith(t, ({ request: { incoming } }) => [
    incoming.socket.remoteAddress ?? 'none',
    'encrypted' in incoming.socket && incoming.socket.encrypted,
  ]);
  assert.deepEqual(await (await app.fetch(request())).json(), ['none', false]);
  assert.deepEqual(await (await app.fetch(new Request('https://library.test/'))).json(), ['none', true]);
});

for (const [name, path, headers, status] of [
  ['a malformed escape', '/%ZZ', {}, 400],
  ['a NUL', '/%00', {}, 400],
  ['two hosts', '/', { host: 'a.test, b.test' }, 400],
  ['a transfer coding that nobody has decoded', '/', { 'transfer-encoding': 'gzip, chunked' }, 501],
] as const) {
  test(`${name} is ${status} without a call of the handler`, async (t) => {
    let calls = 0;
    const app = appWith(t, () => void calls++);
    const response = await app.fetch(request(path, { headers }));
    assert.equal(response.status, status);
    assert.match(await response.text(), /^\{"error":"[A-Z][\w ]+"\}$/);
    assert.equal(calls, 0);
  });
}

test('a body arrives at the pace of its reader', async (t) => {
  const go = deferred<void>();
  const app = appWith(
    t,
    async (ctx) => {
      let size = 0;
      for await (const chunk of ctx.request.stream()) {
        if (size === 0) await go.promise;
        size += chunk.length;
      }
      return size;
    },
    { limits: { body: 1e9 } },
  );
  const { counted, body } = countedBody();
  const response = app.fetch(request('/', { method: 'POST', body }));
  await quiet();
  assert.ok(counted.pulled > 0 && counted.pulled < 8, `${counted.pulled} chunks were taken in advance`);
  go.resolve();
  assert.equal(await (await response).json(), 64 * 65_536);
});

test('a response is made at the pace of its reader', async (t) => {
  let made = 0;
  const source = function* () {
    for (; made < 64; made++) yield Buffer.alloc(65_536);
  };
  const app = appWith(t, (ctx) => ctx.stream(Readable.from(source(), { objectMode: false })));
  const response = await app.fetch(request());
  await quiet();
  assert.ok(made < 8, `${made} chunks were made in advance`);
  assert.equal((await response.arrayBuffer()).byteLength, 64 * 65_536);
});

test('a response can be read while the body of its request is still being sent', async (t) => {
  const app = appWith(t, (ctx) => ctx.stream(ctx.request.stream()));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const sending = app.fetch(request('/', { method: 'POST', body: readable }));
  await writer.write(Buffer.from('one'));
  const reader = (await sending).body!.getReader();
  assert.equal(String(Buffer.from((await reader.read()).value!)), 'one');
  const second = reader.read();
  await writer.write(Buffer.from('two'));
  assert.equal(String(Buffer.from((await second).value!)), 'two');
  await writer.close();
  assert.equal((await reader.read()).done, true);
});

test('ctx.signal follows the signal of the request, and fetch rejects with its reason', async (t) => {
  const running = deferred<AbortSignal>();
  const app = appWith(t, async (ctx) => {
    running.resolve(ctx.signal);
    await once(ctx.signal, 'abort');
  });
  const controller = new AbortController();
  const response = app.fetch(request('/', { signal: controller.signal }));
  const aborted = once(await running.promise, 'abort');
  controller.abort(new Error('no longer needed'));
  await assert.rejects(response, /no longer needed/);
  await aborted;
});

test('a request that has been aborted before reaches no handler', async (t) => {
  let calls = 0;
  const app = appWith(t, () => void calls++);
  await assert.rejects(app.fetch(request('/', { signal: AbortSignal.abort() })), { name: 'AbortError' });
  assert.equal(calls, 0);
});

test('a signal that aborts after the response changes nothing', async (t) => {
  let signal: AbortSignal | undefined;
  const app = appWith(t, (ctx) => {
    signal = ctx.signal;
    return 'ok';
  });
  const controller = new AbortController();
  const response = await app.fetch(request('/', { signal: controller.signal }));
  await quiet();
  controller.abort();
  await quiet();
  assert.equal(await response.json(), 'ok');
  assert.equal(signal?.aborted, false);
});

test('a reader that cancels the response is a client that disconnects', async (t) => {
  let signal: AbortSignal | undefined;
  const source = new Readable({ read() {} });
  source.push('one');
  const app = appWith(t, (ctx) => {
    signal = ctx.signal;
    return ctx.stream(source);
  });
  const response = await app.fetch(request());
  const closed = once(source, 'close');
  await response.body?.cancel();
  await closed;
  assert.equal(signal?.aborted, true);
});

test('a stream that fails before its first byte is a 500, and one that fails halfway fails the body', async (t) => {
  const failing = (first: string[]) =>
    Readable.from(
      (async function* () {
        yield* first;
        throw new Error('no disk');
      })(),
    );
  const app = appWith(t, (ctx) => ctx.stream(failing(ctx.request.path === '/early' ? [] : ['one'])));
  assert.equal((await app.fetch(request('/early'))).status, 500);
  const late = await app.fetch(request('/late'));
  assert.equal(late.status, 200);
  await assert.rejects(late.text(), /was cut/);
});

test('a body that nobody reads is cancelled after the response', async (t) => {
  const app = appWith(t, () => 'ok');
  const { counted, body } = countedBody();
  assert.equal((await app.fetch(request('/', { method: 'POST', body }))).status, 200);
  await quiet();
  assert.equal(counted.cancelled, true);
});

for (const [how, read] of [
  ['body()', async (ctx) => (await ctx.request.body()).length],
  [
    'stream()',
    async (ctx) => {
      let size = 0;
      for await (const chunk of ctx.request.stream()) size += chunk.length;
      return size;
    },
  ],
] as [string, Handler][]) {
  test(`a body beyond the limit is a 413 and is cancelled: ${how}`, async (t) => {
    const app = appWith(t, read, { limits: { body: 100_000 } });
    const { counted, body } = countedBody();
    assert.equal((await app.fetch(request('/', { method: 'POST', body }))).status, 413);
    await quiet();
    assert.equal(counted.cancelled, true);
    assert.ok(counted.pulled < 8, `${counted.pulled} chunks were taken`);
  });
}

test('a request whose body has been read is rejected', async (t) => {
  const used = request('/', { method: 'POST', body: 'x' });
  const reader = used.body!.getReader();
  await assert.rejects(appWith(t, () => 'ok').fetch(used), TypeError);
  reader.releaseLock();
});

for (const [status, method] of [
  [204, 'GET'],
  [205, 'GET'],
  [304, 'GET'],
  [200, 'HEAD'],
] as const) {
  test(`a response to ${method} with the status ${status} has no body`, async (t) => {
    const app = appWith(t, (ctx) => ctx.status(status).send('text'));
    const response = await app.fetch(request('/', { method }));
    assert.equal(response.status, status);
    assert.equal(response.body, null);
    if (method === 'HEAD') assert.equal(response.headers.get('content-length'), '4');
  });
}

test('headers arrive as they are, except those of a connection', async (t) => {
  const app = appWith(t, (ctx) => {
    ctx.setCookie('a', '1').setCookie('b', '2');
    ctx.response.setHeader('connection', 'close').setHeader('x-name', 'Ad\xe8le');
    return 'ok';
  });
  const { headers, statusText } = await app.fetch(request());
  assert.deepEqual(
    headers.getSetCookie().map((cookie) => cookie.slice(0, 3)),
    ['a=1', 'b=2'],
  );
  assert.deepEqual([headers.get('x-name'), headers.get('connection'), statusText], ['Ad\xe8le', null, 'OK']);
});

test('onResponse counts the bytes of the body', async (t) => {
  const seen = deferred<ResponseSummary>();
  const app = appWith(t, () => 'four', { onResponse: (summary) => seen.resolve(summary) });
  await app.fetch(request('/a'));
  const { method, path, status, bytes, complete } = await seen.promise;
  assert.deepEqual(
    { method, path, status, bytes, complete },
    { method: 'GET', path: '/a', status: 200, bytes: 6, complete: true },
  );
});

test('stop() waits for a response that is being read, and then stops the services', async (t) => {
  let isStopped = false;
  class Store {
    onStop() {
      isStopped = true;
    }
  }
  const big: Handler = (ctx) => ctx.stream(Readable.from([Buffer.alloc(1e6), Buffer.alloc(1e6)]));
  const app = appWith(t, big, { declarations: [Store] });
  const response = await app.fetch(request());
  const stopping = app.stop();
  await quiet();
  assert.equal(isStopped, false);
  assert.equal((await response.arrayBuffer()).byteLength, 2e6);
  await stopping;
  assert.equal(isStopped, true);
});

test('stop() cuts a response that nobody reads after the grace period', async (t) => {
  const big: Handler = (ctx) => ctx.stream(Readable.from([Buffer.alloc(1e6), Buffer.alloc(1e6)]));
  const app = appWith(t, big, { limits: { grace: 20 } });
  const response = await app.fetch(request());
  await app.stop();
  await assert.rejects(response.arrayBuffer(), /was cut/);
});

for (const [group, cases] of Object.entries(handlers)) {
  test(`a handler responds as through a port: ${group}`, async (t) => {
    for (const { name, handler, status } of cases) {
      const app = appWith(t, handler, { limits: { body: 1_000 } });
      const seen = app
        .fetch(request('/', { method: 'POST', body: '"abc"' }))
        .then((response) => response.arrayBuffer().then(() => response.status));
      assert.equal(await seen.catch(() => 0), status, name);
    }
  });
}

test('an immediate stream has its head before its first chunk', async (t) => {
  const go = deferred<void>();
  const late = async function* () {
    await go.promise;
    yield 'late';
  };
  const app = appWith(t, (ctx) => ctx.status(202).stream(late(), { immediate: true }));
  const response = await app.fetch(request());
  assert.equal(response.status, 202);
  go.resolve();
  assert.equal(await response.text(), 'late');
});

test('a body of the request that fails is the cause of the error', async (t) => {
  const failure = new Error('the pipe broke');
  const body = new ReadableStream({ pull: (controller) => controller.error(failure) });
  const app = appWith(t, (ctx) => ctx.request.body());
  await assert.rejects(app.fetch(request('/', { method: 'POST', body })), { cause: failure });
});
