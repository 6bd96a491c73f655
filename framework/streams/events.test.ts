import assert from 'node:assert/strict';
import { EventEmitter, on, once } from 'node:events';
import test from 'node:test';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { EventStream, formatEvent, type ServerSentEvent, type Subscription } from './events.ts';

const formats: [ServerSentEvent, string][] = [
  [{ data: 'hello' }, 'data: hello\n\n'],
  [{ data: { a: 1 } }, 'data: {"a":1}\n\n'],
  [{ data: null }, 'data: null\n\n'],
  [{ data: '' }, 'data: \n\n'],
  [{ data: 'two\nlines\r\nand\rmore' }, 'data: two\ndata: lines\ndata: and\ndata: more\n\n'],
  [{ data: 'x', event: 'tick', id: '7', retry: 100 }, 'event: tick\nid: 7\nretry: 100\ndata: x\n\n'],
];

for (const [event, text] of formats) {
  test(`${JSON.stringify(event)} is sent as ${JSON.stringify(text)}`, () => assert.equal(formatEvent(event), text));
}

test('a line break in a name or an id is rejected, because it could forge another event', () => {
  assert.throws(() => formatEvent({ data: '', event: 'a\ndata: b' }), /The event of an event must be a single line\./);
  assert.throws(() => formatEvent({ data: '', id: '1\r2' }), /The id of an event must be a single line\./);
  assert.throws(() => formatEvent({ data: undefined }), /has no JSON form: it is of type undefined/);
});

const events = (source: (subscription: Subscription) => AsyncIterable<ServerSentEvent>, heartbeat?: number) => ({
  method: 'GET' as const,
  path: '/events',
  handler: (ctx: Context) => ctx.events(source, heartbeat === undefined ? {} : { heartbeat }),
});

/** Reads a response until it contains this string. */
async function readUntil(response: Response, text: string): Promise<string> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  while (!received.includes(text)) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended after ${JSON.stringify(received)}`);
    received += value;
  }
  return received;
}

test('events arrive with the headers that browsers and proxies need, and the end of the source ends the response', async (t) => {
  const app = await serve(t, [
    events(async function* () {
      yield { data: 'first', id: '1' };
      yield { data: ['second'] };
    }),
  ]);
  const answer = await app.get('/events');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'text/event-stream');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('x-accel-buffering'), 'no');
  assert.equal(answer.text, ':\n\nid: 1\ndata: first\n\ndata: ["second"]\n\n');
});

test('the headers are sent before the first event, and a quiet connection gets heartbeats', async (t) => {
  const app = await serve(t, [
    events(async function* ({ signal }) {
      await once(new EventEmitter(), 'never', { signal });
      yield { data: 'never' };
    }, 5),
  ]);
  const response = await fetch(`${app.url}/events`);
  assert.equal(response.status, 200);
  assert.equal(await readUntil(response, ':\n\n:\n\n:\n\n'), ':\n\n:\n\n:\n\n');
});

test('the source learns the id of the last event that the client has received', async (t) => {
  const app = await serve(t, [
    events(async function* ({ lastEventId }) {
      yield { data: lastEventId };
    }),
  ]);
  assert.match((await app.get('/events', { 'last-event-id': '41' })).text, /data: 41\n/);
  assert.match((await app.get('/events')).text, /data: \n/);
});

test('when the client leaves, the signal aborts and the source is closed', async (t) => {
  const closed = deferred<string>();
  const app = await serve(t, [
    events(async function* ({ signal }) {
      try {
        yield { data: 'hello' };
        await once(new EventEmitter(), 'never', { signal });
      } finally {
        closed.resolve(signal.aborted ? 'aborted' : 'open');
      }
    }),
  ]);
  const leaving = new AbortController();
  const response = await fetch(`${app.url}/events`, { signal: leaving.signal });
  await readUntil(response, 'hello');
  leaving.abort();
  assert.equal(await closed.promise, 'aborted');
  assert.deepEqual(app.log.at('error'), []);
});

test('the source is only asked for the next event when the last one has been read', async () => {
  let made = 0;
  const stream = new EventStream(
    async function* () {
      for (;;) yield { data: ++made };
    },
    '',
    new AbortController().signal,
  );
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    return made;
  };
  stream.read();
  const inAdvance = await settled();
  assert.ok(inAdvance <= 2, `${inAdvance} events were made for a client that has read nothing`);
  for (let read = 0; read < 10; read++) {
    stream.read();
    await settled();
  }
  assert.ok(made > inAdvance && made <= inAdvance + 10, `${made} events were made for 10 that were read`);
  stream.destroy();
});

test('a source that never waits gives other requests a turn', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const source = async function* () {
    for (let i = 0; i < 1_000; i++) yield { data: i };
  };
  const stream = new EventStream(source, '', new AbortController().signal);
  await once(stream.resume(), 'end');
  clearImmediate(timer);
  assert.ok(turns > 20, `the event loop had ${turns} turns during 1,000 events`);
});

test('a source that fails cuts the connection, and the failure is logged', async (t) => {
  const app = await serve(t, [
    events(async function* () {
      yield { data: 'hello' };
      throw new Error('the source is broken');
    }),
  ]);
  await assert.rejects(app.get('/events'));
  assert.match(String(app.log.at('error')[0]?.fields.error), /the source is broken/);
});

test('an event that cannot be formatted cuts the connection too', async (t) => {
  const app = await serve(t, [
    events(async function* () {
      yield { data: 'x', id: 'two\nlines' };
    }),
  ]);
  await assert.rejects(app.get('/events'));
  assert.match(String(app.log.at('error')[0]?.fields.error), /must be a single line/);
});

test('ctx.events can be followed by another call of the context', async (t) => {
  const handler = (ctx: Context) => ctx.events(async function* () {}).status(202);
  const app = await serve(t, [{ method: 'GET', path: '/events', handler }]);
  assert.equal((await app.get('/events')).status, 202);
});

test('a HEAD request opens no source', async (t) => {
  let opened = 0;
  const app = await serve(t, [
    events(async function* () {
      opened++;
      yield { data: 'x' };
    }),
  ]);
  assert.equal((await app.send('HEAD', '/events')).status, 200);
  assert.equal(opened, 0);
});

test('shutting down ends open streams at once, without an error', async (t) => {
  const bus = new EventEmitter().setMaxListeners(0);
  const app = await serve(
    t,
    [
      events(async function* ({ signal }) {
        yield { data: 'hello' };
        for await (const [data] of on(bus, 'news', { signal })) yield { data };
      }),
    ],
    { limits: { grace: 60_000, drain: 0 } },
  );
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  t.after(() => process.off('warning', listen));
  const streams = await Promise.all(Array.from({ length: 20 }, () => fetch(`${app.url}/events`)));
  const texts = streams.map((response) => response.text());
  while (bus.listenerCount('news') < 20) await new Promise((resolve) => setImmediate(resolve));
  await app.app.stop();
  for (const text of await Promise.all(texts)) assert.equal(text, ':\n\ndata: hello\n\n');
  assert.equal(bus.listenerCount('news'), 0, 'every source has let go');
  assert.deepEqual(app.log.at('error'), []);
  assert.deepEqual(warnings, []);
});

test('shutting down closes the source of a client that reads nothing', async () => {
  const stopping = new AbortController();
  const closed = deferred<void>();
  const source = async function* () {
    try {
      for (;;) yield { data: 'x' };
    } finally {
      closed.resolve();
    }
  };
  const stream = new EventStream(source, '', stopping.signal);
  stream.read(0);
  await once(stream, 'readable');
  stopping.abort();
  await closed.promise;
  assert.equal(stream.destroyed, false, 'the client may still read what was sent');
  stream.destroy();
});

test('ctx.stopping tells other long responses that the server is shutting down', async (t) => {
  const waiting = deferred<void>();
  const app = await serve(
    t,
    [
      {
        method: 'GET',
        path: '/poll',
        async handler(ctx) {
          assert.equal(ctx.stopping.aborted, false);
          waiting.resolve();
          await once(ctx.stopping, 'abort');
          return { news: [], cut: ctx.signal.aborted };
        },
      },
    ],
    { limits: { grace: 60_000, drain: 0 } },
  );
  const polling = app.get('/poll');
  await waiting.promise;
  assert.equal(app.app.stopping.aborted, false);
  await app.app.stop();
  assert.equal(app.app.stopping.aborted, true);
  assert.deepEqual((await polling).body, { news: [], cut: false });
});
