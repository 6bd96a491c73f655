import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import test from 'node:test';
import { z } from 'zod';
import { field } from '../dto/field.ts';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Handler, Middleware } from '../routing/route.ts';
import type { Context } from './context.ts';
import { HttpError } from './errors.ts';
import { IncomingRequest, noParams } from './request.ts';

const get = (path: string, handler: Handler, middlewares: Middleware[] = []) =>
  ({ method: 'GET', path, handler, middlewares }) as const;
const post = (path: string, handler: Handler) => ({ method: 'POST', path, handler }) as const;

test('Param(name): path parameter as string', async (t) => {
  const app = await serve(t, [
    get('/users/:user/posts/:post', (ctx) => [ctx.param('user'), ctx.param('post')]),
    get('/absent/:id', (ctx) => ['other', '__proto__', 'constructor', 'toString'].map((name) => ctx.param(name))),
  ]);
  assert.deepEqual((await app.get('/users/7/posts/a%20b%2Fc')).body, ['7', 'a b/c']);
  assert.deepEqual((await app.get('/absent/1')).body, ['', '', '', '']);
});

test('Query(name): query-string parameter as string', async (t) => {
  const app = await serve(t, [get('/', (ctx) => ['page', 'tag', 'toString'].map((name) => ctx.query(name)))]);
  assert.deepEqual((await app.get('/?page=2&tag=a+b')).body, ['2', 'a b', '']);
  assert.deepEqual((await app.get('/?page=1&page=2')).body, ['1', '', ''], 'the first of repeated keys counts');
  assert.deepEqual((await app.get('/')).body, ['', '', ''], 'absent is empty');
});

test('QueryDefault(name, default): query parameter, or the default when it is absent', async (t) => {
  const app = await serve(t, [get('/', (ctx) => ctx.queryDefault('page', '1'))]);
  assert.equal((await app.get('/')).body, '1');
  assert.equal((await app.get('/?page=3')).body, '3');
  assert.equal((await app.get('/?page=')).body, '', 'present, and empty');
});

test('Header(name): request header value; empty string when absent', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => ['X-Tag', 'x-tag', 'x-absent', 'constructor'].map((name) => ctx.header(name))),
  ]);
  assert.deepEqual((await app.get('/', { 'x-tag': 'one' })).body, ['one', 'one', '', '']);
});

test('Cookie(name): cookie value; empty string when absent', async (t) => {
  const app = await serve(t, [get('/', (ctx) => ['session_id', 'other', '__proto__'].map((name) => ctx.cookie(name)))]);
  assert.deepEqual((await app.get('/', { cookie: 'a=1; session_id=s%20id' })).body, ['s id', '', '']);
  assert.deepEqual((await app.get('/')).body, ['', '', '']);
});

test('Bind(&dto): decodes the JSON request body into a DTO; returns an error when it fails', async (t) => {
  class CreatePostDTO {
    @field('required') title!: string;
    @field() content!: string;
  }
  const Tag = z.object({ name: z.string().min(2) });
  const app = await serve(t, [
    post('/posts', async (ctx) => {
      const body: CreatePostDTO = await ctx.bind(CreatePostDTO);
      return { body, isPlain: Object.getPrototypeOf(body) === Object.prototype };
    }),
    post('/tags', (ctx) => ctx.bind(Tag)),
    post('/caught', (ctx) => ctx.bind(Tag).catch((error: unknown) => ({ caught: error instanceof HttpError }))),
  ]);
  assert.deepEqual((await app.post('/posts', { title: 'A title', id: 'forged' })).body, {
    body: { title: 'A title', content: '' },
    isPlain: true,
  });
  assert.deepEqual((await app.post('/tags', { name: 'web' })).body, { name: 'web' });
  for (const [path, body] of [
    ['/posts', { title: '' }],
    ['/posts', {}],
    ['/posts', []],
    ['/posts', '{"title":'],
    ['/posts', undefined],
    ['/tags', { name: 'w' }],
  ] as const) {
    const answer = await app.post(path, body);
    assert.equal(answer.status, 400);
    assert.equal(answer.text, '{"error":"Invalid request"}');
  }
  assert.deepEqual((await app.post('/caught', {})).body, { caught: true });
});

test('Set(key, value) / Get(key): per-request values, shared between middleware and handler', async (t) => {
  const user: Middleware = {
    handle(ctx, next) {
      if (ctx.header('x-user')) ctx.set('user_id', ctx.header('x-user'));
      return next();
    },
  };
  const app = await serve(t, [get('/', (ctx) => ({ user: ctx.get('user_id'), other: ctx.get('toString') }), [user])]);
  assert.deepEqual((await app.get('/', { 'x-user': 'u-1' })).body, { user: 'u-1' });
  assert.deepEqual((await app.get('/')).body, {}, 'nothing is left of the request before');
});

test('SetValue is an equivalent setter', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.setValue('a', 1);
      ctx.set('b', ctx.get<number>('a') + 1);
      return [ctx.get('a'), ctx.get('b')];
    }),
  ]);
  assert.deepEqual((await app.get('/')).body, [1, 2]);
});

test('Status(n).JSON(v): responds with status n and a JSON body', async (t) => {
  const app = await serve(t, [get('/', (ctx) => ctx.status(201).json({ title: 'Äpfel' }))]);
  const answer = await app.get('/');
  assert.equal(answer.status, 201);
  assert.deepEqual(answer.body, { title: 'Äpfel' });
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(answer.headers.get('content-length'), '18', 'bytes, not characters');
});

test('Status(n).Send(text): responds with status n and a text body', async (t) => {
  const app = await serve(t, [get('/', (ctx) => ctx.status(418).send('short and stout'))]);
  const answer = await app.get('/');
  assert.equal(answer.status, 418);
  assert.equal(answer.text, 'short and stout');
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
});

test('methods that set the response return the context, so that calls can be chained', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) =>
      [
        ctx.status(201),
        ctx.json(1),
        ctx.send('text'),
        ctx.send(new Uint8Array(1)),
        ctx.stream(Readable.from([])),
        ctx.events(() => Readable.from([])),
        ctx.redirect('/'),
        ctx.setCookie('a', 'b'),
      ].every((returned) => returned === ctx),
    ),
  ]);
  assert.equal((await app.get('/')).text, 'true');
});

test('Request().Params(), Queries(), Headers(): maps of path parameters, query parameters and headers', async (t) => {
  const app = await serve(t, [
    get('/users/:id/*', ({ request }) => ({
      params: request.params(),
      queries: request.queries(),
      tag: request.headers()['x-tag'],
      lowerCase: Object.keys(request.headers()).every((name) => name === name.toLowerCase()),
      inherited: [request.params(), request.queries(), request.headers()].map((map) => typeof map.toString),
    })),
  ]);
  assert.deepEqual((await app.get('/users/7/a/b?page=2&page=3&q=', { 'X-Tag': 'one' })).body, {
    params: { id: '7', '*': 'a/b' },
    queries: { page: '2', q: '' },
    tag: 'one',
    lowerCase: true,
    inherited: ['undefined', 'undefined', 'undefined'],
  });
});

test('Request().Body(): raw body bytes plus an error', async (t) => {
  const app = await serve(
    t,
    [
      post('/', async ({ request }) => [...(await request.body())]),
      post('/error', ({ request }) => request.body().catch((error: HttpError) => ({ failed: error.message }))),
    ],
    { limits: { body: 4 } },
  );
  assert.deepEqual((await app.post('/', new Uint8Array([0, 255, 13, 10]))).body, [0, 255, 13, 10]);
  assert.deepEqual((await app.post('/')).body, []);
  assert.deepEqual((await app.post('/error', '12345')).body, { failed: 'Payload Too Large' });
});

test('a request is not a form, whatever its content type, unless the platform accepts forms', () => {
  const incoming = new IncomingMessage(new Socket());
  incoming.headers['content-type'] = 'application/x-www-form-urlencoded';
  const target = { path: '/', query: '' };
  assert.equal(new IncomingRequest(incoming, target, noParams, 0).isForm, false);
  assert.equal(new IncomingRequest(incoming, target, noParams, 0, true).isForm, true);
});

test('the body can be read twice', async (t) => {
  const app = await serve(t, [
    post('/', async (ctx) => [
      String(await ctx.request.body()),
      await ctx.bind(z.object({ a: z.number() })),
      (await ctx.request.body()).length,
    ]),
  ]);
  assert.deepEqual((await app.post('/', '{"a":1}')).body, ['{"a":1}', { a: 1 }, 7]);
});

test('Response().SetHeader(name, value): sets a response header', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.response.setHeader('X-Tag', 'one').setHeader('x-tag', 'two').setHeader('x-count', 3);
      ctx.response.appendHeader('vary', 'Accept').appendHeader('Vary', 'Cookie').appendHeader('vary', 'Origin');
      return { seen: [ctx.response.getHeader('X-TAG'), ctx.response.getHeader('x-absent') ?? null] };
    }),
    get('/csv', (ctx) => {
      ctx.response.setHeader('Content-Type', 'text/csv');
      return ctx.send('a,b');
    }),
  ]);
  const answer = await app.get('/');
  assert.equal(answer.headers.get('x-tag'), 'two', 'the last one wins, whatever its case');
  assert.equal(answer.headers.get('x-count'), '3');
  assert.equal(answer.headers.get('vary'), 'Accept, Cookie, Origin');
  assert.equal(answer.headers.get('content-length'), String(answer.text.length));
  assert.deepEqual(answer.body, { seen: ['two', null] });
  assert.equal((await app.get('/csv')).headers.get('content-type'), 'text/csv');
});

test('absent param, query, header, cookie are empty strings', async (t) => {
  const app = await serve(t, [get('/', (ctx) => [ctx.param('a'), ctx.query('a'), ctx.header('a'), ctx.cookie('a')])]);
  assert.deepEqual((await app.get('/')).body, ['', '', '', '']);
});

test('setCookie: HttpOnly, SameSite=Lax and Path=/ by default, several at once', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => ctx.setCookie('a', '1').setCookie('b', 'two words', { maxAge: 60, secure: true }).json('ok')),
    get('/forged', (ctx) => ctx.setCookie('a', ctx.query('value')).json('ok')),
  ]);
  assert.deepEqual((await app.get('/')).headers.getSetCookie(), [
    'a=1; Path=/; HttpOnly; SameSite=Lax',
    'b=two%20words; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
  ]);
  const forged = await app.get('/forged?value=x%3B%20Domain%3Devil.example%0D%0AX-Forged%3A%20yes');
  assert.equal(forged.headers.get('x-forged'), null);
  assert.deepEqual(forged.headers.getSetCookie(), [
    'a=x%3B%20Domain%3Devil.example%0D%0AX-Forged%3A%20yes; Path=/; HttpOnly; SameSite=Lax',
  ]);
});

for (const [url, location] of [
  ['/posts', '/posts'],
  ['/posts?a=1&b=%20#top', '/posts?a=1&b=%20#top'],
  ['/a b', '/a%20b'],
  ['/café', '/caf%C3%A9'],
  ['/100%25', '/100%25'],
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['http://[::1]:3000/?tags[]=a', 'http://[::1]:3000/?tags[]=a'],
  ['/a\r\nSet-Cookie: a=b', '/a%0D%0ASet-Cookie:%20a=b'],
  ['/\\evil.example', '/%5Cevil.example'],
] as const) {
  test(`redirect to ${JSON.stringify(url)} is 302 with Location: ${location}`, async (t) => {
    const app = await serve(t, [get('/', (ctx) => ctx.redirect(url))]);
    const answer = await app.get('/');
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get('location'), location);
    assert.equal(answer.text, '');
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });
}

test('redirect takes another status, and replaces an earlier response', async (t) => {
  const app = await serve(t, [get('/', (ctx) => ctx.json({ lost: true }).redirect('/posts', 303))]);
  const answer = await app.get('/');
  assert.equal(answer.status, 303);
  assert.equal(answer.text, '');
});

test('signal aborts when the client disconnects, and never after the response was sent', async (t) => {
  const quick = deferred<AbortSignal>();
  const slow = deferred<AbortSignal>();
  const app = await serve(t, [
    get('/quick', (ctx) => {
      const { signal } = ctx;
      quick.resolve(signal);
      return signal === ctx.signal;
    }),
    get('/slow', (ctx) => {
      slow.resolve(ctx.signal);
      return once(ctx.signal, 'abort');
    }),
  ]);
  assert.equal((await app.get('/quick')).body, true, 'always the same one');
  const connection = await app.connect();
  connection.request('GET /slow');
  const signal = await slow.promise;
  const aborted = once(signal, 'abort');
  connection.destroy();
  await aborted;
  assert.equal((await quick.promise).aborted, false);
});

test('a signal that is first read after the client has disconnected is already aborted', async (t) => {
  const left = deferred<Context>();
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.request.incoming.once('close', () => left.resolve(ctx));
      connection.destroy();
      return left.promise.then(() => 'nobody reads this');
    }),
  ]);
  const connection = await app.connect();
  connection.request('GET /');
  assert.equal((await left.promise).signal.aborted, true);
});

test('ctx.status(201) and a plain return is 201 with that value', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.status(201);
      return { id: 1 };
    }),
  ]);
  const answer = await app.get('/');
  assert.equal(answer.status, 201);
  assert.deepEqual(answer.body, { id: 1 });
});

test('a returned value wins over an earlier json(), and so does its own status', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.status(401).json({ error: 'lost' });
      return { returned: true };
    }),
  ]);
  const answer = await app.get('/');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { returned: true });
});

test('a throw wins over an earlier json()', async (t) => {
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.status(200).json({ lost: true });
      throw new HttpError(409, 'Taken');
    }),
  ]);
  const answer = await app.get('/');
  assert.equal(answer.status, 409);
  assert.deepEqual(answer.body, { error: 'Taken' });
});

test('ctx.status(n).json(v) sets the response even if the return in front of it was forgotten', async (t) => {
  const app = await serve(t, [
    get('/now', (ctx) => {
      ctx.status(202).json({ answered: true });
    }),
    get('/later', async (ctx) => {
      await null;
      ctx.status(202).json({ answered: true });
    }),
  ]);
  for (const path of ['/now', '/later']) {
    const answer = await app.get(path);
    assert.equal(answer.status, 202);
    assert.deepEqual(answer.body, { answered: true });
  }
});

test('stream sends the content of a stream; one that fails halfway cuts the connection and is logged', async (t) => {
  async function* failing() {
    yield 'begin';
    throw new Error('disk on fire');
  }
  const app = await serve(t, [
    get('/', (ctx) => {
      ctx.response.setHeader('content-type', 'text/csv');
      return ctx.stream(Readable.from(['a,', 'b']));
    }),
    get('/failing', (ctx) => ctx.stream(Readable.from(failing()))),
    get('/closed', (ctx) => {
      const stream = new Readable({ read: () => stream.destroy() });
      return ctx.stream(stream);
    }),
  ]);
  const answer = await app.get('/');
  assert.equal(answer.text, 'a,b');
  assert.equal(answer.headers.get('content-type'), 'text/csv');
  assert.equal((await app.send('HEAD', '/')).text, '');
  await assert.rejects(app.get('/failing'));
  assert.match(String(app.log.at('error')[0]?.fields.error), /disk on fire/);
  assert.equal((await app.get('/closed')).status, 500, 'nothing had been sent');
  assert.match(String(app.log.at('error')[1]?.fields.error), /Premature close/);
});

test('the status is 0 until it is set, so that a middleware can tell', async (t) => {
  const seen: number[] = [];
  const watch = {
    handle(ctx: Context, next: () => unknown) {
      seen.push(ctx.response.status);
      return next();
    },
  };
  const app = await serve(t, [{ ...get('/', (ctx) => ctx.status(201).json('new')), middlewares: [watch] }]);
  assert.equal((await app.get('/')).status, 201);
  assert.deepEqual(seen, [0]);
});

test('a stream has the content type it was given, and no Content-Type header otherwise', async (t) => {
  const app = await serve(t, [
    get('/typed', (ctx) => {
      ctx.response.body = Readable.from(['a,b']);
      ctx.response.contentType = 'text/csv';
    }),
    get('/overruled', (ctx) => {
      ctx.response.setHeader('content-type', 'text/tab-separated-values').body = Readable.from(['a\tb']);
      ctx.response.contentType = 'text/csv';
    }),
    get('/untyped', (ctx) => ctx.stream(Readable.from(['?']))),
  ]);
  assert.equal((await app.get('/typed')).headers.get('content-type'), 'text/csv');
  assert.equal((await app.get('/overruled')).headers.get('content-type'), 'text/tab-separated-values');
  assert.equal((await app.get('/untyped')).headers.get('content-type'), null);
});

test('a client that disconnects in the middle of a stream is not an error, and the stream is closed', async (t) => {
  const stream = new Readable({ read() {} });
  const app = await serve(t, [get('/', (ctx) => ctx.stream(stream))]);
  const connection = await app.connect();
  const begun = new Promise((resolve) => connection.socket.once('data', resolve));
  connection.request('GET /');
  stream.push('begin');
  await begun;
  const closed = new Promise((resolve) => stream.once('close', resolve));
  connection.destroy();
  await closed;
  await new Promise(setImmediate);
  assert.deepEqual(app.log.at('error'), []);
});

test('a stream whose response is discarded is closed', async (t) => {
  const streams = [0, 1, 2].map(() => Readable.from(['never read']));
  const app = await serve(t, [
    get('/0', (ctx) => {
      ctx.stream(streams[0] as Readable);
      throw new HttpError(400);
    }),
    get('/1', (ctx) => ctx.status(304).stream(streams[1] as Readable)),
    get('/2', (ctx) => ctx.stream(streams[2] as Readable)),
  ]);
  assert.equal((await app.get('/0')).status, 400);
  assert.equal((await app.get('/1')).status, 304);
  assert.equal((await app.send('HEAD', '/2')).status, 200);
  assert.deepEqual(
    streams.map((stream) => stream.destroyed),
    [true, true, true],
  );
  assert.deepEqual(app.log.at('error'), [], 'nothing has failed');
});

test('a stream that fails before it is sent does not crash the process', async (t) => {
  const app = await serve(t, [
    get('/', async (ctx) => {
      const stream = new Readable({ read() {} });
      ctx.stream(stream);
      stream.destroy(new Error('too early'));
      await new Promise(setImmediate);
      return ctx;
    }),
  ]);
  assert.equal((await app.get('/')).status, 500);
  assert.match(String(app.log.at('error')[0]?.fields.error), /too early/);
});

for (const [name, handler, message] of [
  ['status(99)', (ctx: Context) => ctx.status(99), /ctx\.status\(99\): a status is an integer from 200 to 599/],
  ['status(100)', (ctx: Context) => ctx.status(100), /from 200 to 599/],
  ['status(199)', (ctx: Context) => ctx.status(199), /from 200 to 599/],
  ['status(600)', (ctx: Context) => ctx.status(600), /from 200 to 599/],
  ['status("200")', (ctx: Context) => ctx.status('200' as never), /from 200 to 599/],
  ['json(undefined)', (ctx: Context) => ctx.json(undefined), /undefined has no JSON form/],
  ['json(a function)', (ctx: Context) => ctx.json(ctx.json), /function has no JSON form/],
  ['json(a circle)', (ctx: Context) => ctx.json(Object.assign(ctx.request.incoming)), /circular/],
  ['json(1n)', (ctx: Context) => ctx.json(1n), /BigInt/],
  ['send(5)', (ctx: Context) => ctx.send(5 as never), /ctx\.send\(\) takes a string or bytes, not number/],
  ['setHeader("bad name")', (ctx: Context) => ctx.response.setHeader('bad name', 'x'), /bad name/],
  ['setHeader of nothing', (ctx: Context) => ctx.response.setHeader('x-a', undefined as never), /x-a/],
  ['setHeader with a line break', (ctx: Context) => ctx.response.setHeader('x-a', 'b\r\nx-c: d'), /x-a/],
  ['setCookie("bad name")', (ctx: Context) => ctx.setCookie('a b', 'c'), /a b/],
] as const) {
  test(`${name} is refused where it is written: 500, and the reason in the log`, async (t) => {
    const app = await serve(t, [get('/', handler)]);
    const answer = await app.get('/');
    assert.equal(answer.status, 500);
    assert.deepEqual(answer.body, { error: 'Internal Server Error' });
    assert.match(String(app.log.at('error')[0]?.fields.error), message);
  });
}

test('a stream that is replaced by another response is released', async (t) => {
  const released: string[] = [];
  const stream = (name: string) => Readable.from(['text']).on('close', () => released.push(name));
  const app = await serve(t, [
    { method: 'GET', path: '/json', handler: (ctx) => ctx.stream(stream('json')).json({ instead: true }) },
    { method: 'GET', path: '/redirect', handler: (ctx) => ctx.stream(stream('redirect')).redirect('/json') },
    {
      method: 'GET',
      path: '/value',
      handler(ctx) {
        ctx.stream(stream('value'));
        return 'a value';
      },
    },
    {
      method: 'GET',
      path: '/nothing',
      handler(ctx) {
        ctx.stream(stream('nothing'));
        return { _status: 204, data: undefined };
      },
    },
  ]);
  const statuses: number[] = [];
  for (const path of ['/json', '/redirect', '/value', '/nothing']) statuses.push((await app.get(path)).status);
  assert.deepEqual(statuses, [200, 302, 200, 204]);
  // Streams report that they are closed in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(released, ['json', 'redirect', 'value', 'nothing']);
});
