import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import type { Route } from '../routing/route.ts';
import { requests, running } from './channel.ts';
import type { RequestTrace } from './request-trace.ts';

/** The next trace that is published. */
function nextTrace(t: TestContext): Promise<RequestTrace> {
  const published = deferred<unknown>();
  requests.subscribe(published.resolve);
  t.after(() => requests.unsubscribe(published.resolve));
  return published.promise as Promise<RequestTrace>;
}

const at = (handler: (ctx: Context) => unknown): Route[] => [{ method: 'GET', path: '/', handler }];

test('a stream is traced when it has ended, with the size of its body', async (t) => {
  const gate = deferred();
  async function* pieces() {
    yield 'päste';
    await gate.promise;
    yield Buffer.from('1234');
  }
  const app = await serve(
    t,
    at((ctx) => ctx.stream(Readable.from(pieces()))),
  );
  let isPublished = false;
  const trace = nextTrace(t).finally(() => {
    isPublished = true;
  });
  const connection = await app.connect();
  connection.request('GET /');
  await once(connection.socket, 'data');
  assert.equal(isPublished, false, 'it is still being sent');
  gate.resolve();
  const { answer, status, ms, steps } = await trace;
  assert.deepEqual([status, answer?.stream?.outcome, answer?.stream?.bytes], [200, 'complete', 10]);
  assert.ok(answer!.stream!.at <= ms);
  assert.equal(steps.length, 1, 'the handler');
});

test('a stream that fails after its head is traced as failed halfway, with the error', async (t) => {
  async function* pieces() {
    yield 'beginning';
    await new Promise(setImmediate);
    throw new Error('the disk is gone');
  }
  const app = await serve(
    t,
    at((ctx) => ctx.stream(Readable.from(pieces()))),
  );
  const trace = nextTrace(t);
  await assert.rejects(app.get('/'));
  const { answer, status, error } = await trace;
  assert.deepEqual([status, answer?.stream?.outcome, answer?.stream?.bytes], [200, 'failed halfway', 9]);
  assert.equal(error, 'the disk is gone');
});

test('a stream that fails before its head is an ordinary error', async (t) => {
  const app = await serve(
    t,
    at((ctx) =>
      ctx.stream(
        new Readable({
          read() {
            this.destroy(new Error('no'));
          },
        }),
      ),
    ),
  );
  const trace = nextTrace(t);
  await app.get('/');
  const { answer, status, error } = await trace;
  assert.deepEqual([status, answer?.stream, error], [500, undefined, 'no']);
});

test('a stream whose reader leaves is traced as such, and not as a failure', async (t) => {
  const app = await serve(
    t,
    at((ctx) =>
      ctx.stream(
        Readable.from(
          (async function* () {
            yield 'beginning';
            await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
          })(),
        ),
      ),
    ),
  );
  const trace = nextTrace(t);
  const connection = await app.connect();
  connection.request('GET /');
  await once(connection.socket, 'data');
  connection.destroy();
  const { answer, error } = await trace;
  assert.deepEqual([answer?.stream?.outcome, answer?.stream?.bytes, error], ['client left', 9, undefined]);
});

test('a request that runs can be looked at, with everything masked that it has shown so far', async (t) => {
  const gate = deferred();
  const seen = deferred<RequestTrace>();
  requests.subscribe(() => {});
  const listener = (event: unknown) => seen.resolve(event as RequestTrace);
  running.subscribe(listener);
  t.after(() => running.unsubscribe(listener));
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/posts/:id',
      handler: async (ctx) => {
        ctx.set('note', 'the key hunter2-hunter2');
        await gate.promise;
      },
    },
  ]);
  const response = app.get('/posts/hunter2-hunter2?page=2', { authorization: 'Bearer hunter2-hunter2' });
  const trace = await seen.promise;
  await new Promise(setImmediate);
  trace.update();
  const copy = JSON.stringify(trace);
  assert.match(copy, /"method":"GET"/);
  assert.doesNotMatch(copy, /hunter2/);
  assert.deepEqual([trace.status, trace.request.query], [0, { page: '2' }]);
  assert.deepEqual(trace.steps[0]?.outcome, undefined);
  assert.ok(trace.ms > 0 && trace.steps[0]!.ms > 0);
  gate.resolve();
  await response;
});
