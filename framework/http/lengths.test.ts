import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import test from 'node:test';
import { serve } from '../fixtures/serve.ts';
import type { Route } from '../routing/route.ts';
import type { Context } from './context.ts';

const promise = (length: number, respond: (ctx: Context) => unknown) => (ctx: Context) => {
  ctx.response.setHeader('content-length', length);
  return respond(ctx);
};
const hello: Route = { method: 'GET', path: '/hello', handler: () => 'hello' };

test('the length of a response to HEAD is the one that its handler has set', async (t) => {
  const ways: [string, (ctx: Context) => unknown][] = [
    ['status', (ctx) => ctx.status(200)],
    ['empty', (ctx) => ctx.send('')],
    ['bytes', (ctx) => ctx.send(new Uint8Array(0))],
    ['stream', (ctx) => ctx.stream(Readable.from([]))],
    ['missing', (ctx) => ctx.status(404)],
  ];
  const routes = ways.map(
    ([name, way]) => ({ method: 'HEAD', path: `/${name}`, handler: promise(12_345, way) }) as const,
  );
  const app = await serve(t, [hello, ...routes]);
  const connection = await app.connect();
  for (const [name] of ways) {
    const answer = await connection.request(`HEAD /${name}`).read('HEAD');
    assert.equal(answer.headers['content-length'], '12345', name);
    assert.equal(answer.status, name === 'missing' ? 404 : 200, name);
  }
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"', 'the connection is still in step');
});

test('a response to HEAD without a length of its own has that of GET', async (t) => {
  const app = await serve(t, [hello, { method: 'GET', path: '/nothing', handler: (ctx) => ctx.status(404) }]);
  const connection = await app.connect();
  for (const path of ['/hello', '/nothing', '/unknown']) {
    const get = await connection.request(`GET ${path}`).read();
    const head = await connection.request(`HEAD ${path}`).read('HEAD');
    assert.equal(head.headers['content-length'], get.headers['content-length'], path);
  }
});

test('a 204 has no length, even if its handler has set one', async (t) => {
  const routes: Route[] = [
    hello,
    { method: 'GET', path: '/', handler: promise(12, () => undefined) },
    { method: 'HEAD', path: '/head', handler: promise(12, () => undefined) },
    { method: 'GET', path: '/json', handler: promise(12, (ctx) => ctx.status(204).json({})) },
  ];
  const connection = await (await serve(t, routes)).connect();
  for (const [method, path] of [
    ['GET', '/'],
    ['HEAD', '/head'],
    ['GET', '/json'],
  ] as const) {
    const answer = await connection.request(`${method} ${path}`).read(method);
    assert.equal(answer.status, 204);
    assert.equal(answer.headers['content-length'], undefined, `${method} ${path}`);
  }
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"');
});

test('the length of a whole body is its own, whatever the handler has set', async (t) => {
  const app = await serve(t, [hello, { method: 'GET', path: '/', handler: promise(2, (ctx) => ctx.send('öäü')) }]);
  const connection = await app.connect();
  assert.equal((await connection.request('GET /').read()).body, 'öäü');
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"');
});

for (const [promised, what] of [
  [7, 'has more'],
  [100, 'ended after 10'],
] as const) {
  test(`a stream of 10 bytes that promises ${promised} cuts its connection, and the log says why`, async (t) => {
    const handler = promise(promised, (ctx) => ctx.stream(Readable.from(['12345', 'äöx'])));
    const app = await serve(t, [hello, { method: 'GET', path: '/', handler }]);
    const connection = await app.connect();
    connection.request('GET /').request('GET /hello');
    await connection.ended();
    assert.ok(!connection.rest.includes('hello'), 'the next request gets no response');
    const expected = `Error: The response promises ${promised} bytes in Content-Length, but its stream ${what}.`;
    assert.deepEqual(
      app.log.at('error').map(({ message, fields }) => [message, String(fields.error)]),
      [['GET / failed halfway', expected]],
    );
  });
}

test('a stream that has the promised length is sent, and the connection goes on', async (t) => {
  const handler = promise(10, (ctx) => ctx.stream(Readable.from(['12345', 'äöx'])));
  const connection = await (await serve(t, [hello, { method: 'GET', path: '/', handler }])).connect();
  assert.equal((await connection.request('GET /').read()).body, '12345äöx');
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"');
});

test('a stream that fails before its first byte is a 500 in our error shape, without the headers of its content', async (t) => {
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/',
      handler: promise(100, (ctx) => {
        ctx.response.setHeader('content-type', 'image/png').setHeader('etag', '"1"').setHeader('x-kept', 'yes');
        return ctx.stream(createReadStream('there is no such file'));
      }),
    },
  ]);
  const answer = await app.get('/');
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.body, { error: 'Internal Server Error' });
  assert.equal(answer.headers.get('etag'), null);
  assert.equal(answer.headers.get('content-length'), String(answer.text.length));
  assert.equal(answer.headers.get('x-kept'), 'yes');
  const [line] = app.log.at('error');
  assert.equal(line?.message, 'GET / failed');
  assert.match(String(line?.fields.error), /ENOENT/);
});

test('a body that is neither a string nor bytes nor a stream is a 500, and the log says what it was', async (t) => {
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/',
      handler(ctx) {
        ctx.response.body = null as never;
      },
    },
  ]);
  assert.equal((await app.get('/')).status, 500);
  assert.match(String(app.log.at('error')[0]?.fields.error), /ctx\.response\.body is null\. It must be a string/);
});

test('a success that HEAD gets from a route of its own has no length unless its handler has set one', async (t) => {
  const app = await serve(t, [{ method: 'HEAD', path: '/', handler: (ctx) => ctx.status(200) }]);
  const connection = await app.connect();
  const answer = await connection.request('HEAD /').read('HEAD');
  assert.deepEqual([answer.status, answer.headers['content-length']], [200, undefined]);
  assert.equal((await connection.request('HEAD /').read('HEAD')).status, 200, 'the connection is still in step');
});
