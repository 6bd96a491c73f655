import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Duplex, PassThrough, Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deferred } from '../fixtures/deferred.ts';
import type { RawConnection } from '../fixtures/raw-connection.ts';
import { type Served, type ServeOptions, serve } from '../fixtures/serve.ts';
import { bodyLimit } from '../middlewares/body-limit.ts';
import type { Handler, Method, Route } from '../routing/route.ts';
import type { Context } from './context.ts';

const route = (method: Method, path: string, handler: Handler) => ({ method, path, handler });
const hello = route('GET', '/hello', () => 'hello');
const size = route('POST', '/size', async (ctx) => (await ctx.request.body()).length);
const deaf = route('POST', '/deaf', () => 'did not listen');
const mebibyte = 1024 * 1024;

async function serveHello(t: TestContext, options?: ServeOptions): Promise<Served> {
  return serve(t, [hello, size, deaf], options);
}

/** Whatever was sent before, another client is served, and no error was logged. */
async function assertServes(app: Served): Promise<void> {
  const answer = await (await app.connect()).request('GET /hello').read();
  assert.equal(answer.status, 200);
  assert.equal(answer.body, '"hello"');
  assert.deepEqual(app.log.at('error'), []);
}

/** A response in our error shape, after which the server closes the connection in order. */
async function assertRefused(connection: RawConnection, status: number, error: string): Promise<void> {
  const answer = await connection.read();
  assert.equal(answer.status, status);
  assert.equal(answer.body, JSON.stringify({ error }));
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(answer.headers.connection, 'close');
  connection.socket.end();
  assert.equal(await connection.ended(), true, 'closed in order');
  assert.equal(connection.rest, '', 'nothing after the response');
}

/** The end of such a test must not depend on the second that a server waits for others to finish. */
function holdTimers(t: TestContext): void {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  // Node does that on its own, Deno doesn't.
  t.after(() => t.mock.timers.reset());
}

/** Sends this many bytes, as fast as the other side accepts them. */
async function pour(connection: RawConnection, bytes: number, frame = (piece: string) => piece): Promise<void> {
  const piece = frame('x'.repeat(64 * 1024));
  for (let sent = 0; sent < bytes && connection.socket.writable; sent += 64 * 1024) {
    const drained = new Promise((resolve) => connection.socket.once('drain', resolve));
    if (!connection.socket.write(piece)) await Promise.race([drained, connection.closed]);
  }
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

for (const target of ['/%', '/%ZZ', '/%FF', '//%zz', '/hello%', 'http://localhost/%ZZ', '*']) {
  test(`the target ${target} is 400, and the connection stays open`, async (t) => {
    const app = await serveHello(t);
    const connection = await app.connect();
    const answer = await connection.request(`GET ${target}`).read();
    assert.equal(answer.status, 400);
    assert.equal(answer.body, '{"error":"Bad Request"}');
    assert.equal((await connection.request('GET /hello').read()).status, 200);
    await assertServes(app);
  });
}

for (const target of [
  'http://localhost/hello',
  'http://evil.example/hello',
  '//hello',
  '///hello',
  '/%68ello',
  '/hello#x',
]) {
  test(`the target ${target} is served as /hello`, async (t) => {
    const app = await serveHello(t);
    assert.equal((await (await app.connect()).request(`GET ${target}`).read()).body, '"hello"');
  });
}

test('a target with a host is a path to us: //evil.example/hello is not /hello', async (t) => {
  const app = await serveHello(t);
  assert.equal((await (await app.connect()).request('GET //evil.example/hello').read()).status, 404);
});

test('without a Host, or with two, HTTP/1.1 is 400; in HTTP/1.0 it may be missing', async (t) => {
  const app = await serveHello(t);
  for (const hosts of ['', 'Host: localhost\r\nHost: evil.example\r\n', 'Host: localhost\r\nHost: localhost\r\n']) {
    const connection = await app.connect();
    const answer = await connection.write(`GET /hello HTTP/1.1\r\n${hosts}\r\n`).read();
    assert.equal(answer.status, 400, hosts);
    assert.equal(answer.body, '{"error":"Bad Request"}');
  }
  const old = await app.connect();
  assert.equal((await old.write('GET /hello HTTP/1.0\r\n\r\n').read()).body, '"hello"');
  assert.equal(await old.ended(), true);
});

test('a header that was sent twice has both values, even one that HTTP allows only once', async (t) => {
  const app = await serve(t, [route('GET', '/who', (ctx) => ctx.header('Authorization'))]);
  const connection = await app.connect();
  const answer = await connection.request('GET /who', ['Authorization: Bearer a', 'Authorization: Bearer b']).read();
  assert.equal(answer.body, '"Bearer a, Bearer b"');
});

for (const [name, header, frame] of [
  ['Content-Length', `Content-Length: ${8 * mebibyte}`, undefined],
  ['chunks', 'Transfer-Encoding: chunked', chunk],
] as const) {
  test(`a body that is too large by ${name}: the client reads the 413 while it is sending, and keeps sending for a moment`, async (t) => {
    const app = await serveHello(t);
    const connection = await app.connect();
    connection.request('POST /size', [header]);
    await pour(connection, 3 * mebibyte, frame);
    const answer = await connection.read();
    assert.equal(answer.status, 413);
    assert.equal(answer.body, '{"error":"Payload Too Large"}');
    assert.equal(answer.headers.connection, 'close');
    await pour(connection, 5 * mebibyte, frame);
    if (frame) connection.write('0\r\n\r\n');
    assert.equal(await connection.ended(), true, 'closed in order, not reset');
    await assertServes(app);
  });
}

test('a client that never stops sending is cut off', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  connection.request('POST /size', ['Transfer-Encoding: chunked']);
  const sending = pour(connection, 200 * mebibyte, chunk);
  assert.equal((await connection.read()).status, 413);
  await sending;
  await connection.closed;
  await assertServes(app);
});

test('Expect: 100-continue gets 100 Continue, then the response', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  connection.request('POST /size', ['Expect: 100-continue', 'Content-Length: 5']);
  assert.equal((await connection.read()).status, 100);
  assert.equal((await connection.write('hello').read()).body, '5');
  assert.equal((await connection.request('GET /hello').read()).status, 200);
});

test('Expect: 100-continue for a body that is too large is refused before the body is sent', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  connection.request('POST /size', ['Expect: 100-continue', `Content-Length: ${2 * mebibyte}`]);
  await assertRefused(connection, 413, 'Payload Too Large');
  await assertServes(app);
});

for (const [how, handler] of [
  ['body()', async (ctx: Context) => (await ctx.request.body()).length],
  ['stream() in a loop', async (ctx: Context) => (await ctx.request.stream().toArray()).length > 0],
  ['stream() as the response', (ctx: Context) => ctx.stream(ctx.request.stream())],
  ['stream() late', (ctx: Context) => wait(20).then(() => ctx.stream(ctx.request.stream()))],
  ["Node's own request in a loop", async ({ request }: Context) => (await request.incoming.toArray()).length > 0],
  ["Node's own request as the response", (ctx: Context) => ctx.stream(ctx.request.incoming.pipe(new PassThrough()))],
] as const) {
  test(`100 Continue is sent when a body beyond limits.body is first read: ${how}`, async (t) => {
    const large = { method: 'POST', path: '/', middlewares: [bodyLimit(1e12)], handler } as Route;
    const app = await serve(t, [hello, large]);
    const connection = await app.connect();
    connection.request('POST /', ['Expect: 100-continue', 'Content-Length: 2000000']);
    assert.equal((await connection.read()).status, 100);
    connection.write('x'.repeat(2_000_000));
    assert.equal((await connection.read()).status, 200);
  });
}

test('a body beyond limits.body that nobody reads is never asked for', async (t) => {
  const large: Route = { method: 'POST', path: '/', middlewares: [bodyLimit(1e12)], handler: (ctx) => ctx.status(403) };
  const connection = await (await serve(t, [large])).connect();
  connection.request('POST /', ['Expect: 100-continue', 'Content-Length: 2000000']);
  assert.equal((await connection.read()).status, 403);
});

test('another expectation is ignored', async (t) => {
  const app = await serveHello(t);
  assert.equal((await (await app.connect()).request('GET /hello', ['Expect: tea']).read()).status, 200);
});

const impatient: ServeOptions = { limits: { headersTimeout: 200, requestTimeout: 250 } };

test('a body that drips in too slowly is 408 in our error shape', async (t) => {
  const app = await serveHello(t, impatient);
  holdTimers(t);
  const connection = await app.connect();
  connection.request('POST /size', ['Content-Length: 10'], 'dri');
  await assertRefused(connection, 408, 'Request Timeout');
  await assertServes(app);
});

test('headers that drip in too slowly are 408, and so is a connection that sends nothing', async (t) => {
  const app = await serveHello(t, impatient);
  const slow = (await app.connect()).write('GET /hello HTTP/1.1\r\nHost: local');
  const silent = await app.connect();
  await assertRefused(slow, 408, 'Request Timeout');
  await assertRefused(silent, 408, 'Request Timeout');
  await assertServes(app);
});

test('a handler may take longer than a request may take to arrive', async (t) => {
  const app = await serve(t, [route('POST', '/', () => wait(400, 'late'))], impatient);
  assert.equal((await (await app.connect()).request('POST /', ['Content-Length: 2'], '{}').read()).body, '"late"');
});

test('limits may set requestTimeout alone: headersTimeout follows from it', async (t) => {
  await assertServes(await serveHello(t, { limits: { requestTimeout: 1_001 } }));
});

test('headers that are too large are 431, even while they are still being sent', async (t) => {
  const app = await serveHello(t);
  const once = (await app.connect()).request('GET /hello', [`X-Large: ${'x'.repeat(20_000)}`]);
  await assertRefused(once, 431, 'Request Header Fields Too Large');
  const on = (await app.connect()).write('GET /hello HTTP/1.1\r\nX-Large: ');
  await pour(on, mebibyte / 4);
  assert.equal((await on.read()).status, 431);
  await pour(on, 2 * mebibyte);
  on.socket.end();
  assert.equal(await on.ended(), true, 'closed in order, not reset');
  await assertServes(app);
});

test('chunks in HTTP/1.0 are 400, and the connection is closed: what follows could be a smuggled request', async (t) => {
  const app = await serve(t, [hello, route('POST', '/body', async (ctx) => (await ctx.request.body()).length)]);
  const connection = await app.connect();
  connection.write(
    'POST /body HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
  );
  const answer = await connection.read();
  assert.equal(answer.status, 400);
  assert.equal(answer.body, '{"error":"Bad Request"}');
  assert.equal(await connection.ended(), true);
});

for (const [how, refuse] of Object.entries({
  'with a response': (socket: Duplex) => socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'),
  'with a response that it does not end': (socket: Duplex) => socket.write('HTTP/1.1 403 Forbidden\r\n\r\n'),
  'by closing it': (socket: Duplex) => socket.destroy(),
  'by ignoring it': () => {},
})) {
  test(`clients that reset a connection whose upgrade the application refuses ${how} harm nobody`, async (t) => {
    // Nobody reads an upgraded connection but the application, so only the end of the grace period closes these.
    const app = await serveHello(t, { limits: { grace: 200 } });
    app.app.server.on('upgrade', (_, socket) => void refuse(socket));
    const visit = async () => {
      const connection = await app.connect();
      connection.request('GET /hello', ['Connection: Upgrade', 'Upgrade: websocket']);
      if (how !== 'by ignoring it') await Promise.race([once(connection.socket, 'data'), connection.ended()]);
      else await wait(5);
      connection.write('more').socket.resetAndDestroy();
    };
    await Promise.all(Array.from({ length: 30 }, visit));
    await wait(20);
    await assertServes(app);
  });
}

test('a CONNECT request after a request that is being handled ends the connection, and nothing else', async (t) => {
  const gate = deferred<string>();
  const arrived = deferred();
  const app = await serve(t, [
    hello,
    route('GET', '/slow', () => {
      arrived.resolve();
      return gate.promise;
    }),
  ]);
  const connection = await app.connect();
  connection.request('GET /slow');
  await arrived.promise;
  connection.request('CONNECT example.com:443');
  await connection.ended();
  gate.resolve('nobody reads this');
  await assertServes(app);
});

for (const [name, bytes] of [
  ['a garbage request line', 'hello there\r\n\r\n'],
  ['an unknown method', 'BREW /pot HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an unknown version', 'GET /hello HTTP/9.9\r\nHost: localhost\r\n\r\n'],
  ['a space in the target', 'GET /hello there HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a target that is not a path', 'GET hello HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['a NUL in a header', 'GET /hello HTTP/1.1\r\nHost: localhost\r\nX-A: a\0b\r\n\r\n'],
  ['a space before the colon', 'GET /hello HTTP/1.1\r\nHost: localhost\r\nX-A : b\r\n\r\n'],
  ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n'],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the beginning of TLS', Buffer.from('1603010200010001fc0303', 'hex')],
] as const) {
  test(`${name} is 400 in our error shape`, async (t) => {
    const app = await serveHello(t);
    await assertRefused((await app.connect()).write(bytes), 400, 'Bad Request');
    await assertServes(app);
  });
}

const smuggled = 'GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n';

for (const [name, headers, body] of [
  ['Content-Length and Transfer-Encoding', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
  ['two Content-Lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
  ['a list of Content-Lengths', ['Content-Length: 0, 42'], smuggled],
  ['a signed Content-Length', ['Content-Length: +0'], smuggled],
  ['a Content-Length in hexadecimal', ['Content-Length: 0x0'], smuggled],
  ['a Content-Length larger than any safe integer', ['Content-Length: 99999999999999999999999'], smuggled],
  ['chunked twice', ['Transfer-Encoding: chunked, chunked'], `0\r\n\r\n${smuggled}`],
  ['chunked, but not last', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
  ['Transfer-Encoding on a folded line', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${smuggled}`],
  ['a bare line feed in the headers', ['X-A: b\nTransfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
  ['an encoding that only looks chunked', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
  ['a chunk size that is not a number', ['Transfer-Encoding: chunked'], `zz\r\n${smuggled}`],
  ['a chunk that is longer than its size', ['Transfer-Encoding: chunked'], `1\r\nab\r\n0\r\n\r\n${smuggled}`],
  ['a negative chunk size', ['Transfer-Encoding: chunked'], `-1\r\n${smuggled}`],
  ['a chunk size larger than any safe integer', ['Transfer-Encoding: chunked'], `fffffffffffffffff\r\n${smuggled}`],
] as [string, string[], string][]) {
  test(`smuggling by ${name}: 400, and the hidden request is not served`, async (t) => {
    let served = 0;
    const app = await serve(t, [
      route('GET', '/hello', () => [++served, 'hello'][1]),
      route('POST', '/size', async (ctx) => (await ctx.request.body()).length),
    ]);
    holdTimers(t);
    await assertRefused((await app.connect()).request('POST /size', headers, body), 400, 'Bad Request');
    assert.equal(served, 0);
    await assertServes(app);
  });
}

for (const [name, headers, status] of [
  ['a coding before chunked', ['Transfer-Encoding: gzip, chunked'], 501],
  ['a coding in a header of its own', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], 501],
  ['chunked in capital letters', ['Transfer-Encoding: Chunked'], 200],
] as [string, string[], number][]) {
  test(`Transfer-Encoding with ${name} is ${status}: a body that we can't decode is never read as plain bytes`, async (t) => {
    const app = await serve(t, [hello, size]);
    const connection = (await app.connect()).request('POST /size', headers, `1\r\na\r\n0\r\n\r\n${smuggled}`);
    if (status === 501) await assertRefused(connection, 501, 'Not Implemented');
    else assert.equal((await connection.read()).body, '1');
    await assertServes(app);
  });
}

test('a bad chunk after a response that did not wait for the body: one complete response, then the end', async (t) => {
  const large = 'x'.repeat(8 * mebibyte);
  const app = await serve(t, [hello, route('POST', '/deaf', (ctx) => ctx.send(large))]);
  const connection = await app.connect();
  connection.request('POST /deaf', ['Transfer-Encoding: chunked'], `zz\r\n${smuggled}`);
  assert.equal((await connection.read()).body.length, large.length);
  await connection.ended();
  assert.equal(connection.rest, '');
  await assertServes(app);
});

test('a bad chunk after HEAD is 400, without a body', async (t) => {
  const app = await serve(t, [hello, { ...size, method: 'HEAD' }]);
  const connection = await app.connect();
  holdTimers(t);
  connection.request('HEAD /size', ['Transfer-Encoding: chunked'], 'zz\r\n');
  assert.equal((await connection.read('HEAD')).status, 400);
  connection.socket.end();
  assert.equal(await connection.ended(), true);
  assert.equal(connection.rest, '');
  await assertServes(app);
});

test('an endless chunk extension is 413', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  connection.request('POST /size', ['Transfer-Encoding: chunked'], `1;${'x'.repeat(40_000)}`);
  await assertRefused(connection, 413, 'Payload Too Large');
  await assertServes(app);
});

test('an aborted request: the signal aborts, the resulting AbortError is not logged, no response is sent', async (t) => {
  const arrived = deferred();
  const over = deferred<unknown>();
  const app = await serve(t, [
    hello,
    route('GET', '/slow', (ctx) => {
      arrived.resolve();
      const work = wait(60_000, 'late', { signal: ctx.signal });
      work.catch(over.resolve);
      return work;
    }),
  ]);
  const connection = await app.connect();
  connection.request('GET /slow');
  await arrived.promise;
  connection.destroy();
  assert.equal(((await over.promise) as Error).name, 'AbortError');
  await assertServes(app);
});

test('an aborted body: reading it rejects with ClientGone, and no error is logged', async (t) => {
  const arrived = deferred();
  const over = deferred<unknown>();
  const app = await serve(t, [
    hello,
    route('POST', '/', async (ctx) => {
      const body = ctx.request.body();
      body.catch(over.resolve);
      arrived.resolve();
      return (await body).length;
    }),
  ]);
  const connection = await app.connect();
  connection.request('POST /', ['Content-Length: 10'], 'half');
  await arrived.promise;
  connection.destroy();
  assert.equal(((await over.promise) as Error).name, 'ClientGone');
  await assertServes(app);
});

test('reading a body after the client has disconnected does not wait', async (t) => {
  const over = deferred<unknown>();
  const app = await serve(t, [
    hello,
    route('POST', '/', async (ctx) => {
      const left = deferred();
      ctx.request.incoming.once('close', left.resolve);
      connection.destroy();
      await left.promise;
      return ctx.request.body().catch(over.resolve);
    }),
  ]);
  const connection = await app.connect();
  connection.request('POST /', ['Content-Length: 10'], 'half');
  assert.equal(((await over.promise) as Error).name, 'ClientGone');
  await assertServes(app);
});

test('a body that ends too early is 400 for a client that can still read', async (t) => {
  const app = await serveHello(t);
  holdTimers(t);
  const connection = await app.connect();
  connection.request('POST /size', ['Content-Length: 10'], 'half').socket.end();
  await assertRefused(connection, 400, 'Bad Request');
  await assertServes(app);
});

test('a bug is logged as an error even if the client has disconnected', async (t) => {
  const arrived = deferred();
  const app = await serve(t, [
    hello,
    route('GET', '/', async (ctx) => {
      arrived.resolve();
      await once(ctx.signal, 'abort');
      throw new Error('a bug');
    }),
  ]);
  const connection = await app.connect();
  connection.request('GET /');
  await arrived.promise;
  connection.destroy();
  await assert.doesNotReject(app.get('/hello'));
  assert.match(String(app.log.at('error')[0]?.fields.error), /a bug/);
});

test('pipelining: one request of a connection at a time, and the responses in order', async (t) => {
  const gate = deferred<string>();
  const started: string[] = [];
  const app = await serve(t, [
    route('GET', '/:name', (ctx) => {
      started.push(ctx.param('name'));
      return ctx.param('name') === 'first' ? gate.promise : ctx.param('name');
    }),
  ]);
  const connection = await app.connect();
  const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  connection.write(line('/first') + line('/second') + line('/third'));
  assert.equal((await (await app.connect()).request('GET /other').read()).body, '"other"');
  assert.deepEqual(started, ['first', 'other'], 'the second waits for the first');
  gate.resolve('first');
  for (const body of ['"first"', '"second"', '"third"']) assert.equal((await connection.read()).body, body);
  assert.equal((await connection.request('GET /fourth').read()).body, '"fourth"', 'the connection is still usable');
});

test('pipelining: requests that arrive while the last one in the queue reads its body wait for their turn, too', async (t) => {
  const bodies = ['"0"', '"1"', '"2"', '"3"', '"4"', '"5"'];
  const started = bodies.map(() => deferred());
  const gates = bodies.map(() => deferred());
  let running = 0;
  const app = await serve(t, [
    route('GET', '/', () => 'here'),
    route('POST', '/:index', async (ctx) => {
      const index = Number(ctx.param('index'));
      started[index]?.resolve();
      running++;
      await ctx.request.body();
      await gates[index]?.promise;
      return running--;
    }),
  ]);
  const connection = await app.connect();
  const head = (index: number) => `POST /${index} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n`;
  const whole = (index: number) => head(index) + bodies[index];
  connection.write(whole(0) + head(1));
  for (const [index, arriving] of ['', bodies[1] + whole(2), whole(3) + whole(4), whole(5), '', ''].entries()) {
    await started[index]?.promise;
    connection.write(arriving);
    // What was written has arrived when another connection has had its response.
    await app.get('/');
    gates[index]?.resolve();
    assert.equal((await connection.read()).body, '1', 'one at a time');
  }
});

test('pipelining: requests after a response that closes the connection are not handled', async (t) => {
  const started: string[] = [];
  const app = await serve(t, [
    route('GET', '/:name', async (ctx) => {
      started.push(ctx.param('name'));
      ctx.response.setHeader('connection', 'close');
      return 'goodbye';
    }),
  ]);
  const connection = await app.connect();
  connection.write('GET /first HTTP/1.1\r\nHost: localhost\r\n\r\nGET /second HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.equal((await connection.read()).body, '"goodbye"');
  assert.equal(await connection.ended(), true);
  assert.deepEqual(started, ['first']);
});

test('pipelining: a client that sends thousands of requests and reads nothing costs one response of memory', async (t) => {
  const large = 'x'.repeat(mebibyte);
  let responses = 0;
  const app = await serve(t, [hello, route('GET', '/large', (ctx) => ctx.send(`${++responses} ${large}`))]);
  const connection = await app.connect();
  connection.socket.pause();
  const amount = 1_500;
  connection.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(amount));
  for (let i = 0; i < 20; i++) await assertServes(app);
  assert.ok(responses < 20, `${responses} responses were made for a client that reads none`);
  connection.socket.resume();
  for (let number = 1; number <= 200; number++) {
    assert.ok((await connection.read()).body.startsWith(`${number} `), `response ${number} comes in order`);
  }
});

test('pipelining: garbage after requests that are being handled is refused after their responses', async (t) => {
  const gate = deferred<string>();
  const app = await serve(t, [hello, route('GET', '/slow', () => gate.promise)]);
  const connection = await app.connect();
  connection.request('GET /slow').request('GET /hello').write('garbage\r\n\r\n');
  for (let i = 0; i < 20; i++) connection.write('more garbage\r\n');
  await assertServes(app);
  gate.resolve('slow');
  assert.equal((await connection.read()).body, '"slow"');
  assert.equal((await connection.read()).body, '"hello"');
  await assertRefused(connection, 400, 'Bad Request');
});

test('header injection through a reflected value: a clean 500, nothing injected', async (t) => {
  const app = await serve(t, [
    hello,
    route('GET', '/value', (ctx) => ctx.response.setHeader('x-name', ctx.query('v')) && 'ok'),
    route('GET', '/list', (ctx) => ctx.response.setHeader('x-name', ['a', ctx.query('v')]) && 'ok'),
    route('GET', '/name', (ctx) => ctx.response.setHeader(ctx.query('v'), 'a') && 'ok'),
  ]);
  for (const path of ['/value', '/list', '/name']) {
    for (const value of ['a%0D%0AX-Forged:%20yes', 'a%0AX-Forged:%20yes', 'a%0D%0A%0D%0A%3Cscript%3E', '%E2%98%83']) {
      const connection = await app.connect();
      const answer = await connection.request(`GET ${path}?v=${value}`).read();
      assert.equal(answer.status, 500, `${path} ${value}`);
      assert.equal(answer.body, '{"error":"Internal Server Error"}');
      assert.doesNotMatch(answer.head, /forged|script/i);
      assert.equal((await connection.request('GET /hello').read()).body, '"hello"', 'the connection is in step');
    }
  }
});

test('a response is written to its socket in one piece', async (t) => {
  const pieces: string[] = [];
  const watched = route('GET', '/watched', ({ request: { incoming } }) => {
    const { socket } = incoming;
    const write = socket.write.bind(socket) as (piece: string) => boolean;
    t.mock.method(socket, 'write', (piece: string) => {
      pieces.push(piece);
      return write(piece);
    });
    return 'watched';
  });
  const app = await serve(t, [watched]);
  const connection = await app.connect();
  assert.equal((await connection.request('GET /watched').read()).body, '"watched"');
  assert.deepEqual(
    pieces.map((piece) => [piece.slice(0, 15), piece.slice(-9)]),
    [['HTTP/1.1 200 OK', '"watched"']],
  );
});

test('HEAD has the length of the body, and no body', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  const answer = await connection.request('HEAD /hello').read('HEAD');
  assert.equal(answer.headers['content-length'], '7');
  assert.equal((await connection.request('HEAD /unknown').read('HEAD')).headers['content-length'], '21');
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"', 'the connection is in step');
});

test('keep-alive continues after a body that was not read', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  connection.request('POST /deaf', ['Content-Length: 200000'], 'x'.repeat(100_000));
  assert.equal((await connection.read()).body, '"did not listen"');
  connection.write('x'.repeat(100_000)).request('POST /deaf', ['Transfer-Encoding: chunked'], chunk('body'));
  assert.equal((await connection.read()).body, '"did not listen"');
  connection.write('0\r\n\r\n');
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"');
});

test('Connection: close is honoured', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  const answer = await connection.request('GET /hello', ['Connection: close']).read();
  assert.equal(answer.headers.connection, 'close');
  assert.equal(await connection.ended(), true);
});

test('a WebSocket handshake is an ordinary request', async (t) => {
  const app = await serveHello(t);
  const connection = await app.connect();
  assert.equal(
    (await connection.request('GET /hello', ['Connection: Upgrade', 'Upgrade: websocket']).read()).status,
    200,
  );
});

test('a client that stops reading a stream is disconnected, and the stream is released', {
  timeout: 30_000,
}, async (t) => {
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
  const released = new Promise((resolve) => endless.on('error', () => {}).once('close', resolve));
  const routes = [hello, route('GET', '/stream', (ctx) => ctx.stream(endless))];
  const app = await serve(t, routes, { limits: { sendTimeout: 10 } });
  const connection = await app.connect();
  connection.socket.pause();
  connection.request('GET /stream');
  await released;
  await assertServes(app);
});

test('a client that stops reading a large response is disconnected, and its place is free again', {
  timeout: 30_000,
}, async (t) => {
  const routes = [hello, route('GET', '/large', () => 'x'.repeat(64 * mebibyte))];
  const app = await serve(t, routes, { limits: { sendTimeout: 10, connections: 1 } });
  const connection = await app.connect();
  connection.socket.pause();
  connection.request('GET /large');
  // Refused until the one connection that is allowed has been closed.
  const served = async () => (await app.connect()).request('GET /hello').read();
  while (!(await served().catch(() => undefined)));
});

test('a client that reads nothing is disconnected even if it keeps sending', { timeout: 20_000 }, async (t) => {
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
  const released = new Promise((resolve) => endless.on('error', () => {}).once('close', resolve));
  const app = await serve(t, [route('GET', '/stream', (ctx) => ctx.stream(endless))], { limits: { sendTimeout: 10 } });
  const connection = await app.connect();
  connection.socket.pause();
  connection.request('GET /stream').write('GET /hello HTTP/1.1\r\nHost: ');
  const more = setInterval(() => connection.write('x'), 10);
  t.after(() => clearInterval(more));
  await released;
});

test('a client that reads slowly but steadily is not cut, even if its system hides that for a while', async (t) => {
  const endless = new Readable({ read: () => void endless.push(Buffer.alloc(64 * 1024)) });
  const app = await serve(t, [route('GET', '/', (ctx) => ctx.stream(endless))], { limits: { sendTimeout: 50 } });
  const { socket } = (await app.connect()).request('GET /');
  // Not in one go: what is left in the socket's own buffer lets the system wait.
  socket.removeAllListeners('data').pause();
  const start = performance.now();
  for (let received = 0; performance.now() < start + 8_000; await wait(10)) {
    // Sixteen KiB in 50 milliseconds are 328 kB a second.
    while (received < 0.4 * 1_000 * (performance.now() - start)) {
      const chunk: Buffer | null = socket.read(Math.min(1_024, socket.readableLength)) ?? socket.read(0);
      if (chunk === null) break;
      received += chunk.length;
    }
    // The client itself would only notice after it has read megabytes that are still on their way.
    assert.equal(endless.destroyed, false, `cut after ${received} bytes`);
  }
});

test('a handler may take longer than a client may stop reading: nothing is wrong with waiting', async (t) => {
  const app = await serve(t, [route('GET', '/slow', () => wait(300, 'done'))], { limits: { sendTimeout: 50 } });
  assert.equal((await (await app.connect()).request('GET /slow').read()).body, '"done"');
});

test('an idle connection is still closed after its time', async (t) => {
  const app = await serveHello(t, { limits: { keepAliveTimeout: 50 } });
  const connection = await app.connect();
  assert.equal((await connection.request('GET /hello').read()).status, 200);
  assert.equal(await connection.ended(), true);
});

test('a connection that cannot be accepted logs a warning, and the server keeps running', async (t) => {
  const app = await serveHello(t);
  const warning = once(process, 'warning');
  app.app.server.emit('error', new Error('accept EMFILE'));
  assert.equal((await warning)[0].message, 'accept EMFILE');
  assert.equal((await app.get('/hello')).status, 200);
});

test('a connection that has closed is not kept in memory', async (t) => {
  const sockets: WeakRef<object>[] = [];
  const closed = deferred();
  const remember = route('GET', '/', ({ request: { incoming } }) => {
    sockets.push(new WeakRef(incoming.socket));
    if (sockets.length === 20) incoming.socket.once('close', closed.resolve);
    return 'remembered';
  });
  const app = await serve(t, [remember]);
  for (let i = 0; i < 20; i++) {
    const connection = await app.connect();
    await connection.request('GET /').read();
    connection.destroy();
  }
  await closed.promise;
  // A WeakRef keeps its target until the current task is over.
  await new Promise(setImmediate);
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const alive = sockets.filter((socket) => socket.deref() !== undefined).length;
  assert.ok(alive < 10, `${alive} of 20 sockets are still in memory`);
});

test('beyond the limit of connections, new ones are closed', async (t) => {
  const app = await serveHello(t, { limits: { connections: 2 } });
  const [first, second] = [await app.connect(), await app.connect()];
  for (const connection of [first, second]) assert.equal((await connection.request('GET /hello').read()).status, 200);
  await assert.rejects((await app.connect()).request('GET /hello').read());
  first.destroy();
  const served = async () => (await app.connect()).request('GET /hello').read();
  while (!(await served().catch(() => undefined)));
});

test('while the event loop is late, requests get 503 with Retry-After; then they are served again', async (t) => {
  const block = route('GET', '/block', () => {
    // Sent from here, so that it arrives during the delay: a moment later the server may have recovered.
    waiting.request('GET /hello');
    const end = performance.now() + 500;
    while (performance.now() < end);
    return 'done';
  });
  const app = await serve(t, [hello, block], { limits: { eventLoopDelay: 100 } });
  const waiting = await app.connect();
  // Its connection has been accepted when it has had a response.
  assert.equal((await waiting.request('GET /hello').read()).status, 200);
  assert.equal((await app.get('/block')).body, 'done');
  const shed = await waiting.read();
  assert.equal(shed.status, 503);
  assert.equal(shed.body, '{"error":"Service Unavailable"}');
  assert.equal(shed.headers['retry-after'], '1');
  while ((await app.get('/hello')).status !== 200);
});

test('every header counts, even the last of thousands: a proxy adds its own at the end', async (t) => {
  const app = await serve(t, [route('GET', '/', (ctx) => ctx.header('x-forwarded-for'))]);
  const many = Array.from({ length: 2_100 }, () => 'a:');
  const connection = await app.connect();
  assert.equal((await connection.request('GET /', [...many, 'X-Forwarded-For: 192.0.2.1']).read()).body, '"192.0.2.1"');
});

test('a body that continues after its response gets no second response when it times out', async (t) => {
  const app = await serve(t, [hello], { limits: { headersTimeout: 100, requestTimeout: 200 } });
  const connection = await app.connect();
  connection.request('POST /none', ['Transfer-Encoding: chunked'], '1\r\na\r\n');
  assert.equal((await connection.read()).status, 404);
  await connection.ended();
  assert.equal(connection.rest, '');
});
