import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { web } from '../platforms/web/web.ts';
import type { Handler } from '../routing/route.ts';

const webStream = (chunks: readonly string[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Buffer.from(chunk));
      controller.close();
    },
  });

async function* generator(chunks: readonly (string | Uint8Array)[]) {
  yield* chunks;
}

const sources: [string, (ctx: Context) => unknown][] = [
  ['a stream of Node', (ctx) => ctx.stream(Readable.from(['one', 'two']))],
  ['a stream of the web', (ctx) => ctx.stream(webStream(['one', 'two']))],
  ['an async generator of strings', (ctx) => ctx.stream(generator(['one', '', 'two']))],
  ['an async generator of bytes', (ctx) => ctx.stream(generator([Buffer.from('one'), Buffer.from('two')]))],
  ['a Response', (ctx) => ctx.stream(new Response('onetwo'))],
  ['a returned Response', () => new Response(webStream(['one', 'two']))],
  ['a promise of a Response', async () => new Response('onetwo')],
];

for (const [name, handler] of sources) {
  test(`ctx.stream sends ${name}`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
    const answer = await app.get('/');
    assert.deepEqual([answer.status, answer.text], [200, 'onetwo']);
    assert.equal((await app.send('HEAD', '/')).text, '');
  });
}

for (const [name, value] of [
  ['a string', 'text'],
  ['null', null],
  ['an object', {}],
  ['an array', ['one']],
] as const) {
  test(`ctx.stream refuses ${name}`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(value as never) }]);
    assert.equal((await app.get('/')).status, 500);
    assert.match(String(app.log.at('error')[0]?.fields.error), /ctx\.stream\(\) takes a stream of Node/);
  });
}

test('an iterable that yields something else than strings or bytes is a 500', async (t) => {
  const handler: Handler = (ctx) => ctx.stream(generator([7 as never]));
  const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
  assert.equal((await app.get('/')).status, 500);
});

test('a client that disconnects cancels a stream of the web, even one that is waiting', async (t) => {
  let cancelled: () => void;
  const cancelling = new Promise<void>((resolve) => {
    cancelled = resolve;
  });
  const waiting = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from('one')),
      cancel: () => cancelled(),
    });
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(waiting()) }]);
  const connection = await app.connect();
  connection.request('GET /');
  await once(connection.socket, 'data');
  connection.destroy();
  await cancelling;
});

test('the finally block of a generator runs when the client has gone', async (t) => {
  let left: () => void;
  const leaving = new Promise<void>((resolve) => {
    left = resolve;
  });
  const endless = async function* () {
    try {
      for (;;) yield Buffer.alloc(100_000);
    } finally {
      left();
    }
  };
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(endless()) }]);
  const connection = await app.connect();
  connection.request('GET /');
  await once(connection.socket, 'data');
  connection.destroy();
  await leaving;
});

test('a Response keeps its status and its headers, and adds to those of middlewares', async (t) => {
  const headers: [string, string][] = [
    ['content-type', 'text/csv'],
    ['set-cookie', 'b=2'],
    ['set-cookie', 'c=3'],
    ['connection', 'close'],
    ['x-language', 'en'],
  ];
  const handler: Handler = (ctx) => {
    ctx.status(202).setCookie('a', '1').response.setHeader('x-language', 'de').setHeader('x-kept', 'yes');
    return new Response('a,b', { status: 203, headers });
  };
  const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
  const answer = await app.get('/');
  assert.deepEqual([answer.status, answer.text], [203, 'a,b']);
  assert.deepEqual(
    answer.headers.getSetCookie().map((cookie) => cookie.slice(0, 3)),
    ['a=1', 'b=2', 'c=3'],
  );
  const seen = ['content-type', 'x-language', 'x-kept'].map((name) => answer.headers.get(name));
  assert.deepEqual(seen, ['text/csv', 'en', 'yes']);
  assert.notEqual(answer.headers.get('connection'), 'close');
});

test('a Response without a body, a redirect, and pages: every platform sends them', async (t) => {
  const platform = web();
  const app = await serve(
    t,
    [
      { method: 'GET', path: '/empty', handler: () => new Response(null, { status: 204 }) },
      { method: 'GET', path: '/old', handler: () => Response.redirect('http://library.test/new', 301) },
      {
        method: 'GET',
        path: '/page',
        handler: () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      },
    ],
    { platform },
  );
  assert.equal((await app.get('/empty')).status, 204);
  const moved = await app.get('/old');
  assert.deepEqual([moved.status, moved.headers.get('location')], [301, 'http://library.test/new']);
  assert.equal((await app.get('/page')).text, '<p>');
});

test('a response of fetch can be passed on: what was decompressed is no longer declared as compressed', async (t) => {
  const text = 'one and two '.repeat(100);
  const origin = await serve(t, [
    {
      method: 'GET',
      path: '/',
      handler: (ctx) => ctx.send(gzipSync(text)) && void ctx.response.setHeader('content-encoding', 'gzip'),
    },
  ]);
  const handler: Handler = async (ctx) => ctx.stream(await fetch(origin.url, { signal: ctx.signal }));
  const proxy = await serve(t, [{ method: 'GET', path: '/', handler }]);
  const answer = await proxy.get('/');
  assert.equal(answer.text, text);
  assert.equal(answer.headers.get('content-encoding'), null);
});

for (const [name, make, message] of [
  ['that has been read', async () => drained(new Response('x')), /has been read already/],
  ['of a failed request', async () => Response.error(), /failed request/],
] as const) {
  test(`a Response ${name} is a 500`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler: make }]);
    assert.equal((await app.get('/')).status, 500);
    assert.match(String(app.log.at('error')[0]?.fields.error), message);
  });
}

async function drained(response: Response): Promise<Response> {
  await response.text();
  return response;
}

test('a header that a middleware has set can be removed', async (t) => {
  const handler: Handler = (ctx) => {
    ctx.response.setHeader('X-Frame-Options', 'DENY').removeHeader('x-frame-OPTIONS').removeHeader('x-absent');
    return 'ok';
  };
  const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
  assert.equal((await app.get('/')).headers.get('x-frame-options'), null);
});

for (const [what, wait] of [
  ['once() that ctx.stopping aborts', (signal: AbortSignal) => once(new EventEmitter(), 'news', { signal })],
  [
    'a promise that is rejected with the reason of ctx.stopping',
    (signal: AbortSignal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  ],
] as const) {
  test(`a stream that ends because of ${what} is complete, and nothing is logged`, async (t) => {
    const endless = async function* (signal: AbortSignal) {
      yield 'first';
      await wait(signal);
    };
    const handler: Handler = (ctx) => ctx.stream(endless(AbortSignal.any([ctx.signal, ctx.stopping])));
    const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
    const response = await fetch(app.url);
    const reader = response.body!.getReader();
    assert.equal(String(Buffer.from((await reader.read()).value!)), 'first');
    const stopped = app.stop();
    assert.equal((await reader.read()).done, true);
    await stopped;
    assert.deepEqual(app.log.at('error'), []);
  });
}

test('a stream that fails during the shutdown for another reason is cut, and logged', async (t) => {
  const failing = async function* (signal: AbortSignal) {
    yield 'first';
    await once(signal, 'abort');
    throw new Error('oops');
  };
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(failing(ctx.stopping)) }]);
  const reader = (await fetch(app.url)).body!.getReader();
  await reader.read();
  const stopped = app.stop();
  await assert.rejects(reader.read());
  await stopped;
  assert.equal(app.log.at('error').length, 1);
});

test('a response is complete when its source has ended, even if the source takes longer to close', async (t) => {
  const closing = deferred<() => void>();
  const source = () =>
    new Readable({
      read() {
        this.push('all');
        this.push(null);
      },
      destroy: (_error, done) => closing.resolve(() => done()),
    });
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(source()) }]);
  assert.equal(await (await fetch(app.url)).text(), 'all');
  (await closing.promise)();
});
