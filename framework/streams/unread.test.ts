import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import test from 'node:test';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import { HttpError } from '../http/errors.ts';
import { bodyLimit } from '../middlewares/body-limit.ts';
import type { ResponseSummary } from '../observe/response-summary.ts';
import type { Handler, Middleware } from '../routing/route.ts';

async function* words(...chunks: string[]) {
  yield* chunks;
}

/** Resolves when what the handler has started with `ctx.signal` is told to end. */
function started() {
  const ended = deferred<string>();
  const handler: Handler = (ctx) => {
    ctx.signal.addEventListener('abort', () => ended.resolve('aborted'));
    return ctx.stream(words('one', 'two'));
  };
  return { handler, ended: ended.promise };
}

const never: Middleware = {
  async handle(_ctx, next) {
    await next();
    throw new Error('after the handler');
  },
};
const empty: Middleware = {
  async handle(ctx, next) {
    await next();
    return ctx.status(304);
  },
};

for (const [what, method, middlewares, status] of [
  ['HEAD', 'HEAD', [], 200],
  ['a 304', 'GET', [empty], 304],
  ['an error of a middleware', 'GET', [never], 500],
] as const) {
  test(`what a handler has started with ctx.signal ends if its stream isn't sent: ${what}`, async (t) => {
    const { handler, ended } = started();
    const app = await serve(t, [{ method: 'GET', path: '/', middlewares: [...middlewares], handler }]);
    assert.equal((await app.send(method, '/')).status, status);
    assert.equal(await ended, 'aborted');
  });
}

test('ctx.signal does not abort if the stream was sent', async (t) => {
  let signal: AbortSignal | undefined;
  const ended = deferred();
  const handler: Handler = (ctx) => {
    signal = ctx.signal;
    return ctx.stream(words('one', 'two'));
  };
  const app = await serve(t, [{ method: 'GET', path: '/', handler }], { onResponse: () => ended.resolve() });
  assert.equal((await app.get('/')).text, 'onetwo');
  await ended.promise;
  assert.equal(signal?.aborted, false);
});

test('immediate: the head is sent before the first chunk', async (t) => {
  const release = deferred();
  async function* waiting() {
    await release.promise;
    yield 'at last';
  }
  const handler: Handler = (ctx) => ctx.stream(waiting(), { immediate: true });
  const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
  const response = await fetch(`${app.url}/`);
  assert.equal(response.status, 200);
  release.resolve();
  assert.equal(await response.text(), 'at last');
});

test('immediate: a source that fails before its first chunk cuts the connection, and is logged', async (t) => {
  const failing = () =>
    new Readable({
      read() {
        this.destroy(new Error('nothing today'));
      },
    });
  const handler: Handler = (ctx) => ctx.stream(failing(), { immediate: true });
  const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
  await assert.rejects(async () => (await fetch(`${app.url}/`)).text());
  assert.match(app.log.at('error')[0]?.message ?? '', /failed halfway/);
});

test('an HttpError below 500 cuts a response without an entry in the error log', async (t) => {
  async function* cut() {
    yield 'one';
    throw new HttpError(410, 'The broadcast was lost');
  }
  const app = await serve(t, [{ method: 'GET', path: '/', handler: (ctx) => ctx.stream(cut()) }]);
  await assert.rejects(async () => (await fetch(`${app.url}/`)).text());
  assert.deepEqual(app.log.at('error'), []);
});

for (const framing of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
  test(`a client that resets its connection while it sends has no status: ${framing}`, async (t) => {
    const summary = deferred<ResponseSummary>();
    const reading = deferred();
    const handler: Handler = async (ctx) => {
      reading.resolve();
      return (await ctx.request.body()).length;
    };
    const app = await serve(t, [{ method: 'POST', path: '/', handler }], { onResponse: (it) => summary.resolve(it) });
    const connection = await app.connect();
    connection.request('POST /', [framing]);
    await reading.promise;
    connection.socket.resetAndDestroy();
    await once(connection.socket, 'close');
    const { status, bytes, complete } = await summary.promise;
    assert.deepEqual({ status, bytes, complete }, { status: 0, bytes: 0, complete: false });
  });
}

for (const framing of ['Content-Length: 10', 'Content-Length: 2000000', 'Transfer-Encoding: chunked']) {
  test(`a body that nobody reads is never asked for: ${framing}`, async (t) => {
    const app = await serve(t, [{ method: 'POST', path: '/', handler: (ctx) => ctx.status(409) }]);
    const connection = await app.connect();
    connection.request('POST /', ['Expect: 100-continue', framing]);
    assert.equal((await connection.read()).status, 409);
  });

  test(`a body is asked for when it is read: ${framing}`, async (t) => {
    const handler: Handler = async (ctx) => {
      for await (const _ of ctx.request.incoming) break;
      return 'read';
    };
    const app = await serve(t, [{ method: 'POST', path: '/', handler }]);
    const connection = await app.connect();
    connection.request('POST /', ['Expect: 100-continue', framing]);
    assert.equal((await connection.read()).status, 100);
  });
}

test('a body that announces a length beyond the limit of its route is refused without being asked for', async (t) => {
  const handler: Handler = (ctx) => ctx.request.body();
  const app = await serve(t, [{ method: 'POST', path: '/', middlewares: [bodyLimit(4_096)], handler }]);
  const connection = await app.connect();
  connection.request('POST /', ['Expect: 100-continue', 'Content-Length: 5000']);
  assert.equal((await connection.read()).status, 413);
});
