import assert from 'node:assert/strict';
import { once } from 'node:events';
import test, { type TestContext } from 'node:test';
import { connect } from 'node:tls';
import { serveHttp2 } from '../fixtures/serve-http2.ts';
import type { Limits } from '../http/defaults.ts';

/** A client of HTTP/1.1 that sends this. Resolves to what it gets until the server closes the connection. */
async function exchange(t: TestContext, limits: Partial<Limits>, sent: string): Promise<string> {
  const { url } = await serveHttp2(t, async (ctx) => (ctx.request.path === '/read' ? ctx.request.body() : 'ok'), {
    limits,
  });
  const port = Number(new URL(url).port);
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
  t.after(() => socket.destroy());
  await once(socket, 'secureConnect');
  socket.write(sent);
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const slow = { headersTimeout: 200, requestTimeout: 200 };

for (const [name, limits, sent, expected] of [
  ['nothing sent', slow, '', /^HTTP\/1\.1 408 /],
  ['half of the headers', slow, 'GET / HTTP/1.1\r\nHost: a\r\nX-', /^HTTP\/1\.1 408 /],
  ['half of a body', slow, 'POST /read HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc', /^HTTP\/1\.1 408 /],
  ['a body that nobody reads', slow, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc', /^HTTP\/1\.1 200 /],
  [
    'no further request',
    { keepAliveTimeout: 200 },
    'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
    /^HTTP\/1\.1 200 (?:.|\s)*timeout=/,
  ],
] as const) {
  test(`HTTP/1.1 beside HTTP/2: ${name}: the time is limited`, { timeout: 15_000 }, async (t) => {
    assert.match(await exchange(t, limits, sent), expected);
  });
}

test('HTTP/1.1 beside HTTP/2: a header that was sent twice is joined', { timeout: 30_000 }, async (t) => {
  const { url } = await serveHttp2(t, (ctx) => ctx.header('authorization'));
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false });
  t.after(() => socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: one\r\nAuthorization: two\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  assert.match(text, /"one, two"$/);
});
