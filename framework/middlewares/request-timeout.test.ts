import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { serve } from '../fixtures/serve.ts';
import type { Handler, Route } from '../routing/route.ts';
import { requestTimeout } from './request-timeout.ts';

const size: Handler = async (ctx) => (await ctx.request.body()).length;

function serveTimed(t: TestContext, milliseconds: number, limit: number) {
  const routes: Route[] = [
    { method: 'POST', path: '/own', middlewares: [requestTimeout(milliseconds)], handler: size },
    { method: 'POST', path: '/default', handler: size },
  ];
  return serve(t, routes, { limits: { requestTimeout: limit, headersTimeout: limit } });
}

/** Sends one byte, and the second after a while. */
async function slowly(app: Awaited<ReturnType<typeof serve>>, path: string, pause: number): Promise<number> {
  const connection = await app.connect();
  connection.request(`POST ${path}`, ['Content-Length: 2'], 'a');
  const answer = connection.read();
  await Promise.race([wait(pause, undefined, { ref: false }), answer]);
  connection.write('b');
  return (await answer).status;
}

test('requestTimeout: a route can allow more time than the application', async (t) => {
  const app = await serveTimed(t, 60_000, 100);
  assert.deepEqual(await Promise.all([slowly(app, '/own', 500), slowly(app, '/default', 5_000)]), [200, 408]);
});

test('requestTimeout: without a limit', async (t) => {
  const app = await serveTimed(t, Number.POSITIVE_INFINITY, 100);
  assert.equal(await slowly(app, '/own', 500), 200);
});

test('requestTimeout: a route can allow less time than the application', async (t) => {
  const app = await serveTimed(t, 50, 60_000);
  assert.equal(await slowly(app, '/own', 5_000), 408);
});

test('requestTimeout: it is about the request, not about the handler, and the connection goes on', async (t) => {
  const patient: Handler = async (ctx) => {
    const body = await ctx.request.body();
    await wait(150);
    return body.length;
  };
  const route: Route = { method: 'POST', path: '/', middlewares: [requestTimeout(50)], handler: patient };
  const app = await serve(t, [route]);
  const connection = await app.connect();
  for (let i = 0; i < 2; i++) {
    const answer = await connection.request('POST /', ['Content-Length: 2'], 'ab').read();
    assert.equal(answer.status, 200);
  }
});

test('requestTimeout: the next request on the connection has the time of the application again', async (t) => {
  const app = await serveTimed(t, 60_000, 100);
  const connection = await app.connect();
  connection.request('POST /own', ['Content-Length: 2'], 'a');
  await wait(300);
  assert.equal((await connection.write('b').read()).status, 200);
  assert.equal((await connection.request('POST /default', ['Content-Length: 2'], 'a').read()).status, 408);
});

for (const value of [0, -1, Number.NaN, '5' as never]) {
  test(`requestTimeout(${value}) throws`, () => {
    assert.throws(() => requestTimeout(value), /requestTimeout\(\) is/);
  });
}

test('requestTimeout: a request that was refused before it was complete leaves no timer behind', async (t) => {
  const refuse: Handler = (ctx) => {
    ctx.response.setHeader('connection', 'close');
    return ctx.status(409);
  };
  const app = await serve(t, [
    { method: 'POST', path: '/', middlewares: [requestTimeout(Number.POSITIVE_INFINITY)], handler: refuse },
  ]);
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;
  const before = timers();
  for (const body of ['', 'part', 'complete']) {
    const connection = await app.connect();
    connection.request('POST /', ['Content-Length: 8']);
    connection.write(body);
    assert.equal((await connection.read()).status, 409);
    connection.destroy();
    await connection.ended();
  }
  // The server notices the end of a connection after its client.
  for (let turn = 0; timers() > before && turn < 1_000; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(timers(), before);
});
