import assert from 'node:assert/strict';
import test from 'node:test';
import { inject } from './core/inject.ts';
import { field } from './dto/field.ts';
import { serve } from './fixtures/serve.ts';
import type { Context } from './http/context.ts';
import { HttpError } from './http/errors.ts';
import { api } from './platforms/api.ts';
import type { Handler, Method, Middleware, Next } from './routing/route.ts';
import { requests } from './trace/channel.ts';

const route = (method: Method, path: string, handler: Handler, middlewares: Middleware[] = []) => ({
  method,
  path,
  handler,
  middlewares,
});
const hello = route('GET', '/hello', () => 'hello');

/** Adds its name to the `x-trip` response header, on the way in and on the way out. */
function marker(name: string): Middleware {
  return {
    async handle(ctx, next) {
      ctx.response.appendHeader('x-trip', `${name} in`);
      const value = await next();
      ctx.response.appendHeader('x-trip', `${name} out`);
      return value;
    },
  };
}

test('no route: 404 { "error": "Not Found" }', async (t) => {
  const app = await serve(t, [hello]);
  for (const path of ['/', '/helloo', '/hello/there', '/Hello', '/__proto__']) {
    const answer = await app.get(path);
    assert.equal(answer.status, 404, path);
    assert.deepEqual(answer.body, { error: 'Not Found' });
    assert.equal(answer.headers.get('allow'), null);
  }
});

test('no route: a path that exists only for other methods is 404 too, with an Allow header', async (t) => {
  const app = await serve(t, [hello, route('PUT', '/hello', () => ''), route('POST', '/:any', () => '')]);
  const answer = await app.delete('/hello');
  assert.equal(answer.status, 404);
  assert.deepEqual(answer.body, { error: 'Not Found' });
  assert.equal(answer.headers.get('allow'), 'GET, POST, PUT, OPTIONS, HEAD');
});

test('OPTIONS on a known path is 204 with Allow, on an unknown one 404, and a route for it goes first', async (t) => {
  const app = await serve(t, [hello, route('OPTIONS', '/own', () => 'mine')]);
  const answer = await app.send('OPTIONS', '/hello');
  assert.equal(answer.status, 204);
  assert.equal(answer.text, '');
  assert.equal(answer.headers.get('allow'), 'GET, OPTIONS, HEAD');
  assert.equal((await app.send('OPTIONS', '/unknown')).status, 404);
  assert.equal((await app.send('OPTIONS', '/own')).body, 'mine');
});

test('a method that the specification does not list is 404, never the GET route', async (t) => {
  const app = await serve(t, [hello]);
  const answer = await app.send('PROPFIND', '/hello');
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get('allow'), 'GET, OPTIONS, HEAD');
});

test('HEAD: served by the GET route, without the body, unless there is a HEAD route', async (t) => {
  const app = await serve(t, [
    hello,
    route('GET', '/own', () => 'GET'),
    route('HEAD', '/own', (ctx) => ctx.status(202)),
  ]);
  const answer = await app.send('HEAD', '/hello');
  assert.equal(answer.status, 200);
  assert.equal(answer.text, '');
  assert.equal(answer.headers.get('content-length'), '7');
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal((await app.send('HEAD', '/own')).status, 202);
  assert.equal((await app.send('HEAD', '/unknown')).status, 404);
});

test('handler throws: HttpError(status, message) responds with both', async (t) => {
  const app = await serve(t, [
    route('GET', '/now', () => {
      throw new HttpError(404, 'Post not found');
    }),
    route('GET', '/later', async () => {
      throw new HttpError(404, 'Post not found');
    }),
  ]);
  for (const path of ['/now', '/later']) {
    const answer = await app.get(path);
    assert.equal(answer.status, 404);
    assert.equal(answer.text, '{"error":"Post not found"}');
  }
  assert.deepEqual(app.log.at('error'), [], 'the client was wrong, not we');
});

test('handler returns: an object whose then() cannot be read is 500, not the end of the process', async (t) => {
  const app = await serve(t, [route('GET', '/', () => new Proxy({}, { get: () => assert.fail('no') }))]);
  assert.equal((await app.get('/')).status, 500);
});

test('handler throws: a value that cannot be read or turned into a string is 500 too, traced or not', async (t) => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const unreadable = {
    toString() {
      throw new Error('no');
    },
  };
  const thrown = [Object.create(null), unreadable, proxy];
  const app = await serve(
    t,
    thrown.map((error, index) => route('GET', `/${index}`, () => Promise.reject(error))),
  );
  const listener = () => {};
  for (const traced of [false, true]) {
    if (traced) requests.subscribe(listener);
    for (const index of thrown.keys()) assert.equal((await app.get(`/${index}`)).status, 500, `${index}, ${traced}`);
  }
  requests.unsubscribe(listener);
});

test('handler throws: anything else is 500 { "error": "Internal Server Error" }, the cause only in the log', async (t) => {
  const thrown = [
    new Error('secret: hunter2'),
    'secret: hunter2',
    { status: 404, message: 'hunter2' },
    null,
    undefined,
  ];
  const app = await serve(t, [
    ...thrown.map((error, index) =>
      route('GET', `/now/${index}`, () => {
        throw error;
      }),
    ),
    ...thrown.map((error, index) => route('GET', `/later/${index}`, () => Promise.reject(error))),
  ]);
  for (const way of ['now', 'later']) {
    for (const [index, error] of thrown.entries()) {
      const answer = await app.get(`/${way}/${index}`);
      assert.equal(answer.status, 500);
      assert.equal(answer.text, '{"error":"Internal Server Error"}');
      assert.deepEqual(app.log.at('error').at(-1), {
        level: 'error',
        message: `GET /${way}/${index} failed`,
        fields: { error, request_id: undefined },
      });
    }
  }
});

test('an HttpError of 500 or above sends its message to the client, and its cause to the log', async (t) => {
  const error = new HttpError(500, 'Failed to create user', { cause: new Error('disk full') });
  const app = await serve(t, [route('GET', '/', () => Promise.reject(error))]);
  assert.equal((await app.get('/')).text, '{"error":"Failed to create user"}');
  assert.equal(app.log.at('error')[0]?.fields.error, error);
});

test('validation fails: 400 { "error": "Invalid request" }, which field and why goes to the debug log', async (t) => {
  class RegisterDTO {
    @field('required,email') email!: string;
    @field('required,min=8') password!: string;
  }
  const app = await serve(t, [route('POST', '/', (ctx) => ctx.bind(RegisterDTO))]);
  const answer = await app.post('/', { email: 'nobody', password: 'hunter2' });
  assert.equal(answer.status, 400);
  assert.equal(answer.text, '{"error":"Invalid request"}');
  const [line] = app.log.at('debug');
  assert.equal(line?.message, 'POST / is invalid');
  assert.deepEqual(line?.fields.problems, [
    { field: 'email', problem: 'must be an email address' },
    { field: 'password', problem: 'must have at least 8 characters' },
  ]);
  assert.doesNotMatch(JSON.stringify(app.log.lines), /hunter2/);
  assert.deepEqual(app.log.at('error'), []);
  await app.post('/', '{"password":"hunter2"');
  assert.deepEqual(app.log.at('debug')[1]?.fields.problems, [{ field: '', problem: 'must be JSON' }]);
});

test('path: malformed % is 400 { "error": "Bad Request" }, and reaches no middleware', async (t) => {
  let seen = 0;
  const counter: Middleware = { handle: (_, next) => [++seen, next()][1] };
  const app = await serve(t, [hello], { middlewares: [counter] });
  for (const path of ['/%', '/%ZZ', '/%E0%A4%A', '/hello%']) {
    const answer = await app.get(path);
    assert.equal(answer.status, 400, path);
    assert.equal(answer.text, '{"error":"Bad Request"}');
  }
  assert.equal(seen, 0);
  assert.deepEqual(app.log.at('error'), []);
});

test('path: router and middleware see the same canonical one', async (t) => {
  const paths: string[] = [];
  const guard: Middleware = {
    handle(ctx, next) {
      paths.push(ctx.request.path);
      return ctx.request.path.startsWith('/admin') ? ctx.status(403).json('stopped') : next();
    },
  };
  const app = await serve(t, [route('GET', '/admin', () => 'secret')], { middlewares: [guard] });
  for (const target of ['/admin', '/%61dmin', '//admin', '/admin?x', '/admin#x', '/admin/', 'http://other/admin']) {
    const connection = await app.connect();
    const answer = await connection.request(`GET ${target}`).read();
    assert.equal(answer.status, 403, target);
  }
  assert.deepEqual(new Set(paths), new Set(['/admin', '/admin/']));
});

test('middleware: runs outermost first, global before group before route, and back in reverse', async (t) => {
  const app = await serve(
    t,
    [
      {
        path: '/api',
        middlewares: [marker('group')],
        children: [route('GET', '/posts', () => 'posts', [marker('first'), marker('second')])],
      },
    ],
    { middlewares: [marker('global')] },
  );
  assert.equal(
    (await app.get('/api/posts')).headers.get('x-trip'),
    'global in, group in, first in, second in, second out, first out, group out, global out',
  );
});

test('middleware: a response of its own stops the chain', async (t) => {
  let reached = false;
  const closed: Middleware = { handle: (ctx) => ctx.status(401).json({ error: 'Missing authorization header' }) };
  const app = await serve(t, [
    route(
      'GET',
      '/',
      () => {
        reached = true;
      },
      [marker('outer'), closed, marker('inner')],
    ),
  ]);
  const answer = await app.get('/');
  assert.equal(answer.status, 401);
  assert.deepEqual(answer.body, { error: 'Missing authorization header' });
  assert.equal(answer.headers.get('x-trip'), 'outer in, outer out');
  assert.equal(reached, false);
});

test('middleware: a returned object stops the chain as well', async (t) => {
  const closed: Middleware = { handle: () => ({ error: 'Closed on Sundays', status: 503 }) };
  const app = await serve(t, [route('GET', '/', () => 'open', [closed])]);
  assert.equal((await app.get('/')).status, 503);
});

test('middleware: global ones run for every request with a well-formed path, matched or not, OPTIONS included', async (t) => {
  const cors: Middleware = {
    handle(ctx, next) {
      ctx.response.setHeader('access-control-allow-origin', '*');
      return next();
    },
  };
  const app = await serve(t, [hello, route('GET', '/throws', () => Promise.reject(new Error('oops')))], {
    middlewares: [cors],
  });
  for (const [method, path, status] of [
    ['GET', '/hello', 200],
    ['HEAD', '/hello', 200],
    ['GET', '/unknown', 404],
    ['POST', '/hello', 404],
    ['OPTIONS', '/hello', 204],
    ['OPTIONS', '/unknown', 404],
    ['GET', '/throws', 500],
  ] as const) {
    const answer = await app.send(method, path);
    assert.equal(answer.status, status);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*', `${method} ${path}`);
  }
});

test('middleware: next() returns the result of the handler, and the middleware may return something else', async (t) => {
  const wrap: Middleware = { handle: async (_, next) => ({ data: await next() }) };
  const replace: Middleware = { handle: (_, next) => [next(), 'replaced'][1] };
  const app = await serve(t, [
    route('GET', '/wrapped', () => [1, 2], [wrap]),
    route('GET', '/replaced', (ctx) => ctx.status(202).json('lost'), [replace]),
  ]);
  assert.deepEqual((await app.get('/wrapped')).body, { data: [1, 2] });
  assert.equal((await app.get('/replaced')).body, 'replaced');
});

test('middleware: next() returns the context if there is no route, as for a handler that responds through it', async (t) => {
  const given: boolean[] = [];
  const watch: Middleware = {
    handle(ctx, next) {
      const value = next();
      given.push(value === ctx);
      return value;
    },
  };
  const app = await serve(t, [], { middlewares: [watch] });
  assert.equal((await app.get('/nowhere')).status, 404);
  assert.deepEqual(given, [true]);
});

test('middleware: catches errors that inner layers throw', async (t) => {
  const rescue: Middleware = {
    async handle(_, next) {
      try {
        return await next();
      } catch {
        return 'rescued';
      }
    },
  };
  const app = await serve(t, [route('GET', '/', () => Promise.reject(new Error('oops')), [rescue])]);
  assert.equal((await app.get('/')).body, 'rescued');
  assert.deepEqual(app.log.at('error'), []);
});

test('middleware: calling next() twice is a 500 with a clear log line, and the handler runs once', async (t) => {
  let runs = 0;
  class Impatient {
    handle(_: Context, next: Next) {
      next();
      return next();
    }
  }
  class ImpatientLater {
    async handle(_: Context, next: Next) {
      await next();
      return next();
    }
  }
  const count = () => ++runs;
  const app = await serve(t, [
    route('GET', '/now', count, [new Impatient()]),
    route('GET', '/later', count, [new ImpatientLater()]),
  ]);
  for (const [path, name] of [
    ['/now', 'Impatient'],
    ['/later', 'ImpatientLater'],
  ]) {
    runs = 0;
    assert.equal((await app.get(path as string)).status, 500);
    assert.equal(runs, 1);
    assert.equal(
      String(app.log.at('error').at(-1)?.fields.error),
      `Error: ${name} called next() twice. Call it once, and return its result.`,
    );
  }
});

test('middleware: one that forgets to return next() gives 204', async (t) => {
  const forgetful: Middleware = { handle: (_, next) => void next() };
  const app = await serve(t, [route('GET', '/', () => 'lost', [forgetful])]);
  const answer = await app.get('/');
  assert.equal(answer.status, 204);
  assert.equal(answer.text, '');
});

test('middleware: one that forgets to return next() keeps a response that the handler set on the context', async (t) => {
  const forgetful: Middleware = { handle: (_, next) => void next() };
  const app = await serve(t, [route('GET', '/', (ctx) => ctx.status(201).json('kept'), [forgetful])]);
  const answer = await app.get('/');
  assert.equal(answer.status, 201);
  assert.equal(answer.body, 'kept');
});

test('middleware: a class is built by the container, with its dependencies', async (t) => {
  class Greeting {
    readonly text = 'hello';
  }
  class Greets {
    @inject(Greeting) readonly greeting!: Greeting;
    handle(ctx: Context, next: Next) {
      ctx.set('greeting', this.greeting.text);
      return next();
    }
  }
  const app = await serve(
    t,
    [
      { method: 'GET', path: '/', handler: (ctx) => ctx.get('greeting'), middlewares: [Greets] },
      { method: 'GET', path: '/global', handler: (ctx) => ctx.get('greeting') },
    ],
    { declarations: [Greeting, Greets], middlewares: [Greets] },
  );
  assert.equal((await app.get('/')).body, 'hello');
  assert.equal((await app.get('/global')).body, 'hello');
});

test('an error removes the headers that described the discarded response, and keeps the others', async (t) => {
  const app = await serve(t, [
    route('GET', '/', (ctx) => {
      ctx.response
        .setHeader('content-type', 'text/csv')
        .setHeader('content-disposition', 'attachment')
        .setHeader('cache-control', 'max-age=3600')
        .setHeader('etag', '"1"')
        .setHeader('x-request-id', 'r-1');
      ctx.setCookie('kept', 'yes');
      throw new HttpError(503, 'Try later');
    }),
  ]);
  const { headers, body } = await app.get('/');
  assert.deepEqual(body, { error: 'Try later' });
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  for (const name of ['content-disposition', 'etag']) assert.equal(headers.get(name), null, name);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-request-id'), 'r-1');
  assert.equal(headers.getSetCookie().length, 1);
});

test('a 503 has a Retry-After header, unless the application has set one', async (t) => {
  const app = await serve(t, [
    route('GET', '/', () => {
      throw new HttpError(503);
    }),
    route('GET', '/later', (ctx) => {
      ctx.response.setHeader('Retry-After', 60);
      throw new HttpError(503);
    }),
  ]);
  const busy = await app.get('/');
  assert.deepEqual(busy.body, { error: 'Service Unavailable' });
  assert.equal(busy.headers.get('retry-after'), '1');
  assert.equal((await app.get('/later')).headers.get('retry-after'), '60');
});

test('a 204 or 304 has no body and no Content-Length, whatever the handler returned', async (t) => {
  const app = await serve(t, [
    route('GET', '/204', (ctx) => ctx.status(204).json({ lost: true })),
    route('GET', '/304', (ctx) => ctx.status(304).send('lost')),
    hello,
  ]);
  const connection = await app.connect();
  for (const status of [204, 304]) {
    const answer = await connection.request(`GET /${status}`).read();
    assert.equal(answer.status, status);
    assert.equal(answer.headers['content-length'], undefined);
    assert.equal(answer.headers['transfer-encoding'], undefined);
  }
  assert.equal((await connection.request('GET /hello').read()).body, '"hello"', 'the connection is still in step');
});

test('a status without a body has Content-Length: 0', async (t) => {
  const app = await serve(t, [route('GET', '/', (ctx) => ctx.status(404))]);
  const answer = await app.get('/');
  assert.equal(answer.status, 404);
  assert.equal(answer.headers.get('content-length'), '0');
});

test('a response that cannot be sent is an empty 500 and closes the connection, and the log says why', async (t) => {
  const app = await serve(t, [
    route('GET', '/', (ctx) => {
      // Not with `setHeader`, which would have refused it.
      ctx.response.headers = { 'x-a': 'b\r\nx-c: d' };
      return 'lost';
    }),
  ]);
  const connection = await app.connect();
  const { status, head } = await connection.request('GET /').read();
  assert.equal(status, 500);
  assert.doesNotMatch(head, /x-a/i);
  assert.equal(await connection.ended(), true);
  const line = app.log.at('error').at(-1);
  assert.equal(line?.message, 'GET / could not be sent');
  assert.match(String(line?.fields.error), /x-a/);
});

test('an error page that fails is a plain 500, and both errors are in the log', async (t) => {
  const broken = {
    ...api(),
    serializeError() {
      throw new Error('the page is broken too');
    },
  };
  const app = await serve(t, [route('GET', '/', () => Promise.reject(new Error('oops')))], { platform: broken });
  const answer = await app.get('/');
  assert.equal(answer.status, 500);
  assert.equal(answer.text, 'Internal Server Error');
  assert.deepEqual(
    app.log.at('error').map(({ fields }) => String(fields.error)),
    ['Error: oops', 'Error: the page is broken too'],
  );
});

test('a serializer may take its time, and may fail', async (t) => {
  const slow = {
    ...api(),
    async serialize(value: unknown, ctx: Context) {
      await null;
      if (value === 'bad') throw new Error('no page for this');
      ctx.send(`<p>${value}</p>`);
    },
  };
  const app = await serve(t, [hello, route('GET', '/bad', () => 'bad')], { platform: slow });
  assert.equal((await app.get('/hello')).text, '<p>hello</p>');
  assert.equal((await app.get('/bad')).status, 500);
});

test('a handler that is a method of its controller is called with the controller as this', async (t) => {
  const app = await serve(t, [
    route('GET', '/', function (this: object) {
      return this.constructor.name;
    }),
  ]);
  assert.equal((await app.get('/')).body, 'TestController');
});

test('routes may change while the application runs', async (t) => {
  const app = await serve(t, [hello], { middlewares: [marker('global')] });
  assert.equal((await app.get('/later')).status, 404);
  app.app.router.add(route('GET', '/later', () => 'added'));
  const answer = await app.get('/later');
  assert.equal(answer.body, 'added');
  assert.equal(answer.headers.get('x-trip'), 'global in, global out', 'it runs through the global middlewares too');
  app.app.router.remove('GET', '/later');
  assert.equal((await app.get('/later')).status, 404);
});

test('a forgotten await in front of bind loses the response, not the process, and logs a warning', async (t) => {
  class PostDTO {
    @field('required') title!: string;
  }
  const app = await serve(t, [
    route('POST', '/forgotten', (ctx) => {
      ctx.bind(PostDTO);
    }),
    route('POST', '/awaited', async (ctx) => {
      await ctx.bind(PostDTO);
    }),
    hello,
  ]);
  assert.equal((await app.get('/hello')).status, 200);
  assert.equal((await app.post('/awaited', { title: 'x' })).status, 204);
  assert.deepEqual(app.log.at('warn'), []);
  assert.equal((await app.post('/forgotten', {})).status, 204);
  // The next response proves that the process survived the rejection that nothing awaited.
  assert.equal((await app.post('/awaited', {})).status, 400);
  assert.deepEqual(
    app.log.at('warn').map(({ message }) => message),
    [
      'POST /forgotten got its response before its bind() had finished. Is an await missing in front of bind(), or a return in front of next()?',
    ],
  );
});
