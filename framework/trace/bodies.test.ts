import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { deferred } from '../fixtures/deferred.ts';
import { type Served, serve } from '../fixtures/serve.ts';
import { requests, running } from './channel.ts';
import type { RequestTrace } from './request-trace.ts';

const app = (t: TestContext): Promise<Served> =>
  serve(t, [
    { method: 'POST', path: '/read', handler: async (ctx) => void (await ctx.request.body()) },
    {
      method: 'POST',
      path: '/streamed',
      handler: async (ctx) => {
        for await (const _ of ctx.request.stream());
      },
    },
  ]);

/** The trace of what `send` sends. */
async function traced(t: TestContext, send: () => unknown): Promise<RequestTrace> {
  const published = deferred<unknown>();
  requests.subscribe(published.resolve);
  t.after(() => requests.unsubscribe(published.resolve));
  await send();
  return (await published.promise) as RequestTrace;
}

test('an upload is described by its parts, with secrets masked, and without the contents of files', async (t) => {
  const { url } = await app(t);
  const form = new FormData();
  form.set('title', 'A cat');
  form.set('password', 'basil-and-salt');
  form.set('photo', new Blob([new Uint8Array(3_000).fill(13)], { type: 'image/png' }), 'cat.png');
  form.set('note', new Blob(['x']), 'basil-and-salt.txt');
  const { request } = await traced(t, () => fetch(`${url}/read`, { method: 'POST', body: form }));
  assert.deepEqual(request.body?.split('\n'), [
    'title = "A cat"',
    'password = "•••"',
    'photo: the file "cat.png", 3000 bytes of image/png',
    'note: the file "•••.txt", 1 byte of application/octet-stream',
  ]);
});

test('of an upload with many parts, the first are described and the others counted', async (t) => {
  const { url } = await app(t);
  const form = new FormData();
  for (let part = 0; part < 25; part++) form.set(`part${part}`, 'x');
  const { request } = await traced(t, () => fetch(`${url}/read`, { method: 'POST', body: form }));
  assert.deepEqual(request.body?.split('\n').slice(19), ['part19 = "x"', '… 5 more parts']);
});

for (const [what, type, body, shown] of [
  ['an image', 'image/png', new Uint8Array(2_000).fill(1), '2000 bytes of image/png'],
  ['bytes without a type', '', new Uint8Array([1, 0, 2]), '3 bytes'],
  ['long JSON', 'application/json', JSON.stringify('x'.repeat(60_000)), '60002 characters of JSON'],
  ['JSON under another type', 'application/x-www-form-urlencoded', '{"title":"A cat"}', '{"title":"A cat"}'],
  ['a malformed upload', 'multipart/form-data; boundary=x', '--x\r\nno end', ''],
] as const) {
  test(`a body is shown as what it is: ${what}`, async (t) => {
    const { url } = await app(t);
    const headers = { 'content-type': type };
    const { request } = await traced(t, () => fetch(`${url}/read`, { method: 'POST', body, headers }));
    assert.equal(request.body, shown);
  });
}

test('a long text is cut, and not called JSON', async (t) => {
  const { url } = await app(t);
  const body = 'word '.repeat(20_000);
  const { request } = await traced(t, () => fetch(`${url}/read`, { method: 'POST', body }));
  assert.match(request.body ?? '', /^(word )+.*…$/);
});

test('a body that the program read as a stream is not called unread', async (t) => {
  const { url } = await app(t);
  const { request } = await traced(t, () => fetch(`${url}/streamed`, { method: 'POST', body: 'x' }));
  assert.deepEqual([request.isStreamed, request.body], [true, undefined]);
});

test('an upload that is not valid HTTP was not given up', async (t) => {
  const { connect } = await app(t);
  const connection = await connect();
  const trace = await traced(t, () =>
    connection.write('POST /read HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nnonsense'),
  );
  assert.deepEqual([trace.status, trace.request.isCut], [400, undefined]);
});

test('an upload that its client gives up is told from a response that nobody waited for', async (t) => {
  const { connect } = await app(t);
  const connection = await connect();
  const leave = () => connection.destroy();
  const trace = await traced(t, () => {
    connection.write('POST /read HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nbeginning');
    running.subscribe(leave);
    t.after(() => running.unsubscribe(leave));
  });
  assert.equal(trace.request.isCut, true);
});
