import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, Writable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { module, provide } from '../core/module.ts';
import { deferred } from '../fixtures/deferred.ts';
import type { Context } from '../http/context.ts';
import { requestId } from '../middlewares/request-id.ts';
import type { MiddlewareEntry, Route } from '../routing/route.ts';
import { Log, StreamLog } from '../services/log/log.ts';
import { addLogFields, currentLogFields, withLogFields } from '../services/log/scope.ts';
import { logScope } from './log-scope.ts';
import { logResponses } from './response-summary.ts';
import { currentTrace, traceHeaders, withTrace } from './trace.ts';
import { traceContext } from './trace-context.ts';

type Line = Record<string, unknown>;

/** A log that writes real lines, parsed again. */
function realLog() {
  const lines: Line[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trimEnd().split('\n')) lines.push(JSON.parse(line) as Line);
      done();
    },
  });
  return { log: new StreamLog({ stream, json: true, level: 'debug' }), lines };
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** An application whose handlers log through a service that knows nothing about the request. */
async function serveReal(t: TestContext, middlewares: MiddlewareEntry[], routes: (log: Log) => Route[]) {
  const { log, lines } = realLog();
  class TestController {
    routes() {
      return routes(log);
    }
  }
  const app = createApp(module('TestModule', { declarations: [TestController] }), {
    middlewares,
    overrides: [provide(Log, { value: log })],
    limits: { drain: 0 },
    onResponse: logResponses,
  });
  const url = await app.listen(0, '127.0.0.1');
  t.after(() => app.stop());
  const line = async (message: string | RegExp): Promise<Line> => {
    for (;;) {
      const found = lines.find((one) =>
        typeof message === 'string' ? one.message === message : message.test(String(one.message)),
      );
      if (found !== undefined) return found;
      await turn();
    }
  };
  return { url, line, lines, stop: () => app.stop() };
}

const all = [requestId(), traceContext(), logScope()];

test('what services log during a request has its fields, after every await, and so have its last lines', async (t) => {
  const app = await serveReal(t, all, (log) => [
    {
      method: 'GET',
      path: '/',
      async handler() {
        await turn();
        addLogFields({ user_id: 'u-1' });
        await turn();
        log.info('in a service', { detail: 1 });
        throw new Error('broken');
      },
    },
  ]);
  await fetch(app.url, { headers: { 'x-request-id': 'r-1', traceparent } });
  const expected = { request_id: 'r-1', trace_id: traceId, user_id: 'u-1' };
  for (const message of ['in a service', 'GET / failed', 'GET / 500']) {
    const line = await app.line(message);
    const { request_id, trace_id, user_id } = line;
    assert.deepEqual({ request_id, trace_id, user_id }, expected, message);
    assert.ok(!('request_id_' in line), 'nothing is repeated');
  }
});

const sources: [string, (ctx: Context, log: Log) => unknown][] = [
  ['a generator', (ctx, log) => ctx.stream(logging(log, 'a'.repeat(100_000), ctx.stopping))],
  ['events', (ctx, log) => ctx.events(({ signal }) => logging(log, { data: 'a'.repeat(100_000) }, signal))],
  ['a stream of Node', (ctx, log) => ctx.stream(Readable.from(logging(log, 'a'.repeat(100_000), ctx.stopping)))],
  ['a stream of the web', (ctx, log) => ctx.stream(pulled(log))],
  ['a web-standard response', (ctx, log) => ctx.stream(new Response(pulled(log)))],
];

async function* logging<T>(log: Log, chunk: T, signal: AbortSignal) {
  try {
    log.info('the source begins');
    // More than the buffers hold, so that the connection has to ask for more.
    for (let count = 0; count < 200; count++) yield chunk;
    log.info('the source goes on');
    // A generator at a `yield` is ended from outside.
    while (!signal.aborted) yield chunk;
  } finally {
    log.info('the source ends');
  }
}

function pulled(log: Log): ReadableStream<Uint8Array> {
  let count = 0;
  return new ReadableStream({
    pull(controller) {
      if (++count === 1) log.info('the source begins');
      if (count === 200) log.info('the source goes on');
      controller.enqueue(Buffer.alloc(100_000));
    },
    cancel: () => log.info('the source ends'),
  });
}

for (const [kind, respond] of sources)
  for (const leaves of ['client', 'server'])
    test(`what ${kind} logs has the fields of its request, also when the ${leaves} ends it`, async (t) => {
      const app = await serveReal(t, all, (log) => [{ method: 'GET', path: '/', handler: (ctx) => respond(ctx, log) }]);
      const response = await fetch(app.url, { headers: { 'x-request-id': 'r-1', traceparent } });
      const reader = response.body!.getReader();
      await app.line('the source begins');
      for (let read = 0; read < 21_000_000; ) read += (await reader.read()).value!.length;
      if (leaves === 'server') void app.stop();
      else await reader.cancel();
      for (const message of ['the source begins', 'the source goes on', 'the source ends'])
        assert.equal((await app.line(message)).request_id, 'r-1', message);
      if (leaves === 'server') await reader.cancel();
    });

test('requests at the same time keep their fields apart', async (t) => {
  const both = deferred();
  let arrived = 0;
  const app = await serveReal(t, all, (log) => [
    {
      method: 'GET',
      path: '/:name',
      async handler(ctx) {
        addLogFields({ user_id: ctx.param('name') });
        if (++arrived === 2) both.resolve();
        await both.promise;
        log.info(`hello ${ctx.param('name')}`);
      },
    },
  ]);
  await Promise.all(['ada', 'grace'].map((name) => fetch(`${app.url}/${name}`, { headers: { 'x-request-id': name } })));
  for (const name of ['ada', 'grace']) {
    const { request_id, user_id } = await app.line(`hello ${name}`);
    assert.deepEqual([request_id, user_id], [name, name]);
  }
});

test('a request that matches no route has its fields, too; one with a malformed target has none and is still logged', async (t) => {
  const app = await serveReal(t, all, () => []);
  await fetch(`${app.url}/nowhere`, { headers: { 'x-request-id': 'r-2' } });
  assert.equal((await app.line('GET /nowhere 404')).request_id, 'r-2');
  await fetch(`${app.url}/%zz`);
  assert.equal((await app.line('GET /%zz 400')).request_id, undefined);
});

test('without the middlewares, nothing is added', async (t) => {
  const app = await serveReal(t, [requestId()], (log) => [
    {
      method: 'GET',
      path: '/',
      handler() {
        addLogFields({ user_id: 'lost' });
        log.info('in a service');
        assert.deepEqual(traceHeaders(), {});
        assert.equal(currentTrace(), undefined);
      },
    },
  ]);
  await fetch(app.url);
  assert.deepEqual(Object.keys(await app.line('in a service')), ['time', 'level', 'message']);
});

test('a job has fields of its own, on top of those around it', () => {
  const { log, lines } = realLog();
  withLogFields({ worker: 1 }, () => {
    withLogFields({ job: 'newsletter' }, () => {
      addLogFields({ attempt: 2 });
      log.child({ part: 'sender' }).info('inside');
      assert.deepEqual(currentLogFields(), { worker: 1, job: 'newsletter', attempt: 2 });
    });
    log.info('outside');
  });
  log.info('after');
  assert.deepEqual(
    lines.map(({ time, level, message, ...fields }) => fields),
    [{ part: 'sender', worker: 1, job: 'newsletter', attempt: 2 }, { worker: 1 }, {}],
  );
});

test('a field of a line never replaces one of the request, and the same value is written once', () => {
  const { log, lines } = realLog();
  withLogFields({ request_id: 'r-1', ['__proto__']: 'safe' }, () => {
    log.info('forged', JSON.parse('{"request_id":"r-2","__proto__":"evil"}'));
    log.info('repeated', { request_id: 'r-1' });
  });
  assert.deepEqual(
    lines.map(({ request_id, request_id_ }) => [request_id, request_id_]),
    [
      ['r-1', 'r-2'],
      ['r-1', undefined],
    ],
  );
  assert.equal(({} as Line).evil, undefined);
});

test('the trace goes on in a call to another program, which sees this program as its parent', async (t) => {
  const received: [string, string][] = [];
  const other = createServer(({ headers }, response) => {
    received.push([String(headers.traceparent), String(headers.tracestate)]);
    response.end();
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  t.after(() => other.close());
  const target = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  let spanId: string | undefined;
  const app = await serveReal(t, all, () => [
    {
      method: 'GET',
      path: '/',
      async handler() {
        await turn();
        spanId = currentTrace()?.spanId;
        await fetch(target, { headers: traceHeaders() });
      },
    },
  ]);
  await fetch(app.url, { headers: { traceparent, tracestate: 'vendor=1' } });
  assert.deepEqual(received, [[`00-${traceId}-${spanId}-01`, 'vendor=1']]);
});

test('a job that was stored with the headers continues the trace', () => {
  const { log, lines } = realLog();
  const stored = withTrace({ traceparent }, () => traceHeaders());
  withTrace(stored, ({ parentId }) => {
    log.info('in the job');
    assert.equal(parentId, stored.traceparent?.split('-')[2]);
  });
  assert.equal(lines[0]?.trace_id, traceId);
});

test('a hostile traceparent reaches no line of the log', async (t) => {
  const app = await serveReal(t, all, (log) => [{ method: 'GET', path: '/', handler: () => log.info('called') }]);
  for (const hostile of [`${traceparent}","user_id":"admin`, '../../etc/passwd', 'x'.repeat(8_000)]) {
    app.lines.length = 0;
    await fetch(app.url, { headers: { traceparent: hostile, 'x-request-id': hostile } });
    const { trace_id, request_id, user_id } = await app.line('GET / 204');
    assert.match(String(trace_id), /^[\da-f]{32}$/);
    assert.match(String(request_id), /^[\da-f-]{36}$/);
    assert.equal(user_id, undefined);
    assert.ok(!JSON.stringify(app.lines).includes(hostile));
  }
});
