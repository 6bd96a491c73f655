import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import test from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import { HttpError } from '../http/errors.ts';
import type { Route } from '../routing/route.ts';

async function* failing(): AsyncGenerator<string> {
  yield 'some';
  throw new Error('disk on fire');
}

const waiting = deferred();
const routes: Route[] = [
  { method: 'GET', path: '/posts/:id', handler: () => 'post' },
  {
    method: 'GET',
    path: '/refused',
    handler() {
      throw new HttpError(403);
    },
  },
  {
    method: 'GET',
    path: '/broken',
    handler() {
      throw new Error('broken');
    },
  },
  { method: 'GET', path: '/halfway', handler: (ctx) => ctx.stream(Readable.from(failing())) },
  {
    method: 'GET',
    path: '/wait',
    handler(ctx) {
      waiting.resolve();
      return once(ctx.signal, 'abort');
    },
  },
];

/** Every kind of end: the request, its route, and what the response looks like. */
const ends: [request: string, route: string | undefined, status: number, complete: boolean][] = [
  ['GET /posts/7', '/posts/:id', 200, true],
  ['HEAD /posts/7', '/posts/:id', 200, true],
  ['GET /refused', '/refused', 403, true],
  ['GET /broken', '/broken', 500, true],
  ['GET /halfway', '/halfway', 200, false],
  ['GET /nowhere', undefined, 404, true],
  ['PROPFIND /posts/7', undefined, 404, true],
  ['GET /%zz', undefined, 400, true],
  ['GET /wait', '/wait', 0, false],
];

for (const [request, route, status, complete] of ends) {
  test(`${request}: onRequest is called once, before one onResponse`, async (t) => {
    const events: unknown[] = [];
    const ended = deferred();
    const app = await serve(t, routes, {
      onRequest: (summary, ctx) => {
        ctx.set('arrived', true);
        events.push(summary);
      },
      onResponse: (summary, ctx) => {
        events.push([summary.route, summary.status, summary.complete, ctx.get('arrived')]);
        ended.resolve();
      },
    });
    const connection = await app.connect();
    connection.request(request, ['Connection: close']);
    if (request === 'GET /wait') {
      await waiting.promise;
      connection.destroy();
    }
    await ended.promise;
    await turn();
    assert.deepEqual(events, [{ method: request.split(' ')[0], route }, [route, status, complete, true]]);
  });
}

test('an onRequest that throws harms nobody, and is logged', async (t) => {
  const app = await serve(t, routes, {
    onRequest() {
      throw new Error('broken listener');
    },
  });
  assert.equal((await app.get('/posts/7')).status, 200);
  assert.match(String(app.log.at('error')[0]?.fields.error), /broken listener/);
});
