import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, createSecureServer } from 'node:http2';
import { Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { createApp } from '../app.ts';
import { module } from '../core/module.ts';
import { first } from '../fixtures/certificates.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Route } from '../routing/route.ts';

const digest = createHash('sha256').update('onetwo').digest('hex');

/** Only the end of the stream knows its digest. */
function digested(ctx: Context): Context {
  const hash = createHash('sha256');
  async function* body() {
    for (const part of ['one', 'two']) {
      hash.update(part);
      yield part;
    }
  }
  ctx.response.setHeader('trailer', 'x-digest');
  return ctx.stream(body(), { trailers: () => ({ 'x-digest': hash.digest('hex') }) });
}

const routes: Route[] = [
  { method: 'GET', path: '/digested', handler: digested },
  { method: 'GET', path: '/replaced', handler: (ctx) => digested(ctx) && ctx.stream(chunks()) },
  { method: 'GET', path: '/failed', handler: (ctx) => ctx.stream(chunks(), { trailers: () => assert.fail('no sum') }) },
  {
    method: 'GET',
    path: '/broken',
    handler: (ctx) => digested(ctx).stream(Readable.from(fails()), { trailers: () => ({}) }),
  },
  {
    method: 'GET',
    path: '/counted',
    handler(ctx) {
      ctx.response.setHeader('content-length', 6);
      return ctx.stream(chunks(), { trailers: () => ({ 'x-digest': digest }) });
    },
  },
];

async function* chunks() {
  yield 'onetwo';
}

// biome-ignore lint/correctness/useYield: it fails before its first chunk.
async function* fails(): AsyncGenerator<string> {
  throw new Error('no source');
}

async function read(url: string) {
  const [response] = await once(get(url, { agent: false }), 'response');
  const body = String(Buffer.concat(await response.toArray()));
  return { status: response.statusCode, body, headers: response.headers, trailers: response.trailers };
}

test('trailers follow the body over HTTP/1.1, and are asked for when its source has ended', async (t) => {
  const app = await serve(t, routes);
  const { status, body, headers, trailers } = await read(`${app.url}/digested`);
  assert.deepEqual(
    [status, body, headers.trailer, { ...trailers }],
    [200, 'onetwo', 'x-digest', { 'x-digest': digest }],
  );
});

test('trailers belong to the stream that they were given with', async (t) => {
  const app = await serve(t, routes);
  assert.deepEqual({ ...(await read(`${app.url}/replaced`)).trailers }, {});
});

test('HEAD has no trailers', async (t) => {
  const app = await serve(t, routes);
  const connection = await app.connect();
  assert.equal((await connection.request('HEAD /digested').read('HEAD')).status, 200);
  assert.equal((await connection.request('HEAD /digested').read('HEAD')).status, 200);
  assert.equal(connection.rest, '');
});

test('a client of HTTP/1.0 gets the body without trailers', async (t) => {
  const app = await serve(t, routes);
  const connection = await app.connect();
  connection.write('GET /digested HTTP/1.0\r\n\r\n');
  assert.equal(await connection.ended(), true);
  assert.match(connection.rest, /^HTTP\/1\.1 200 OK\r\n/);
  assert.doesNotMatch(connection.rest, /trailer|digest/i);
  assert.match(connection.rest, /\r\n\r\nonetwo$/);
});

test('an error in place of the stream announces no trailers', async (t) => {
  const app = await serve(t, routes);
  const { status, headers } = await read(`${app.url}/broken`);
  assert.deepEqual([status, headers.trailer], [500, undefined]);
});

test('trailers that cannot be computed cut the response, and the log says why', async (t) => {
  const app = await serve(t, routes);
  await assert.rejects(read(`${app.url}/failed`), { code: 'ECONNRESET' });
  assert.match(app.log.at('error')[0]?.message ?? '', /GET \/failed failed halfway/);
});

test('a response with a Content-Length has no trailers: it is a 500, and the log says what to do', async (t) => {
  const app = await serve(t, routes);
  assert.equal((await read(`${app.url}/counted`)).status, 500);
  assert.match(String(app.log.at('error')[0]?.fields.error), /A response with a Content-Length has no trailers/);
});

test('trailers over HTTP/2', async (t) => {
  const url = await listenHttp2(t);
  const session = connect(url, { ca: first.cert });
  t.after(() => session.destroy());
  const stream = session.request({ ':path': '/digested' });
  const trailers = once(stream, 'trailers');
  assert.equal(String(Buffer.concat(await stream.toArray())), 'onetwo');
  assert.equal((await trailers)[0]['x-digest'], digest);
});

test('app.fetch sends the body without trailers, because a web-standard response has none', async (t) => {
  const app = await serve(t, routes);
  const response = await app.app.fetch(new Request(`${app.url}/digested`));
  assert.deepEqual([response.status, await response.text()], [200, 'onetwo']);
});

async function listenHttp2(t: TestContext): Promise<string> {
  class TestController {
    routes(): Route[] {
      return routes;
    }
  }
  const app = createApp(module('TestModule', { declarations: [TestController] }), { limits: { drain: 0 } });
  t.after(() => app.stop());
  const createServer = (limits: object) => createSecureServer({ ...limits, ...first });
  return app.listen(0, '127.0.0.1', { signals: false, createServer });
}

test('app.fetch does not announce trailers that it cannot send, and does not ask for them', async (t) => {
  let asked = 0;
  const handler = (ctx: Context) => {
    ctx.response.setHeader('trailer', 'x-digest');
    return ctx.stream(chunks(), { trailers: () => ({ asked: String(++asked) }) });
  };
  class TestController {
    routes(): Route[] {
      return [{ method: 'GET', path: '/', handler }];
    }
  }
  const app = createApp(module('TestModule', { declarations: [TestController] }));
  t.after(() => app.stop());
  const response = await app.fetch(new Request('http://library.test/'));
  assert.deepEqual([await response.text(), response.headers.get('trailer'), asked], ['onetwo', null, 0]);
});

for (const [name, returned, what] of [
  ['a promise', Promise.resolve({ 'x-digest': digest }), /returned a promise\. It must return an object/],
  ['a string', 'x-digest', /returned a value of type string\. It must/],
] as const) {
  test(`trailers that are ${name} cut the response, and the log says what to return`, async (t) => {
    const handler = (ctx: Context) => ctx.stream(chunks(), { trailers: () => returned as never });
    const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
    await assert.rejects(read(`${app.url}/`));
    assert.match(String(app.log.at('error')[0]?.fields.error), what);
  });
}
