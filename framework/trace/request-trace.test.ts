import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { Readable } from 'node:stream';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { inject } from '../core/inject.ts';
import { field } from '../dto/field.ts';
import { deferred } from '../fixtures/deferred.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import { OutgoingResponse } from '../http/response.ts';
import { api } from '../platforms/api.ts';
import type { Handler, Method, Middleware, Next } from '../routing/route.ts';
import { Database } from '../services/database.ts';
import { requests } from './channel.ts';
import { recorder } from './recorder.fixture.ts';
import type { RequestTrace } from './request-trace.ts';
import type { Step } from './step.ts';

/** Listens to the channel until the test is over. */
function record(t: TestContext): RequestTrace[] {
  const traces: RequestTrace[] = [];
  const listener = (event: unknown) => void traces.push(event as RequestTrace);
  requests.subscribe(listener);
  t.after(() => requests.unsubscribe(listener));
  return traces;
}

const route = (method: Method, path: string, handler: Handler, middlewares: Middleware[] = []) => ({
  method,
  path,
  handler,
  middlewares,
});

/** The steps in short: `middleware Passes continued`. */
const trip = (trace: RequestTrace | undefined) =>
  trace?.steps.map(({ kind, name, outcome }) => [kind, name, outcome].filter(Boolean).join(' '));

const stepOf = (trace: RequestTrace | undefined, kind: Step['kind']): Step => {
  const step = trace?.steps.find((candidate) => candidate.kind === kind);
  assert.ok(step, `no ${kind} in the trace`);
  return step;
};

class Passes {
  handle(_: Context, next: Next) {
    return next();
  }
}

class PassesLater {
  async handle(_: Context, next: Next) {
    await null;
    const value = await next();
    await null;
    return value;
  }
}

test('one event for each request, with method, path, status and time', async (t) => {
  const traces = record(t);
  const app = await serve(t, [
    route('GET', '/hello', () => 'hello'),
    route('POST', '/posts', (ctx) => ctx.status(201).json({})),
  ]);
  await app.get('/hello?page=1');
  await app.post('/posts');
  assert.deepEqual(
    traces.map(({ method, path, status, error }) => [method, path, status, error]),
    [
      ['GET', '/hello', 200, undefined],
      ['POST', '/posts', 201, undefined],
    ],
  );
  const [first, second] = traces as [RequestTrace, RequestTrace];
  assert.equal(second.id, first.id + 1);
  assert.ok(first.ms > 0 && first.ms < 10_000);
  assert.ok(Math.abs(Date.parse(first.startedAt) - Date.now()) < 60_000);
});

test('resolution: exact, pattern, wildcard, from the cache or not', async (t) => {
  const traces = record(t);
  class PostsController {
    show = () => 'post';
  }
  const { show } = new PostsController();
  const app = await serve(t, [
    route('GET', '/posts', show),
    route('GET', '/posts/:id', show),
    route('GET', '/files/*', show),
  ]);
  for (const path of ['/posts', '/posts', '/posts/7', '/posts/7', '/files/a/b', '/files/a/b']) await app.get(path);
  assert.deepEqual(
    traces.map(
      ({ resolution }) => resolution && [resolution.kind, resolution.cached, resolution.path, { ...resolution.params }],
    ),
    [
      ['exact', false, '/posts', {}],
      ['exact', false, '/posts', {}],
      ['pattern', false, '/posts/:id', { id: '7' }],
      ['pattern', true, '/posts/:id', { id: '7' }],
      ['wildcard', false, '/files/*', { '*': 'a/b' }],
      ['wildcard', true, '/files/*', { '*': 'a/b' }],
    ],
  );
  assert.equal(traces[0]?.resolution?.handler, 'TestController.show');
});

test('middlewares: each with its time, its depth, and whether it continued or stopped the chain', async (t) => {
  const traces = record(t);
  class Stops {
    handle(ctx: Context) {
      return ctx.status(401).json({ error: 'Not authenticated' });
    }
  }
  const app = await serve(
    t,
    [
      route('GET', '/open', () => wait(5, 'open'), [new PassesLater()]),
      route('GET', '/closed', () => 'never', [new PassesLater(), new Stops(), new Passes()]),
    ],
    { middlewares: [new Passes()] },
  );
  await app.get('/open');
  await app.get('/closed');
  assert.deepEqual(trip(traces[0]), [
    'middleware Passes continued',
    'middleware PassesLater continued',
    'handler TestController returned',
    'serialize string returned',
  ]);
  assert.deepEqual(
    traces[0]?.steps.map(({ depth }) => depth),
    [0, 1, 2, 0],
  );
  const [outer, inner, handler] = (traces[0] as RequestTrace).steps as [Step, Step, Step];
  assert.ok(handler.ms >= 4, `the handler took ${handler.ms} ms`);
  assert.ok(outer.at <= inner.at && inner.at <= handler.at, 'in the order in which they were entered');
  assert.ok(outer.ms >= inner.ms && inner.ms >= handler.ms, 'an outer layer takes at least as long as the inner ones');
  assert.deepEqual(trip(traces[1]), [
    'middleware Passes continued',
    'middleware PassesLater continued',
    'middleware Stops stopped',
  ]);
  assert.equal(traces[1]?.status, 401);
});

test('bind: accepted', async (t) => {
  const traces = record(t);
  class CreatePostDTO {
    @field('required') title!: string;
  }
  const app = await serve(t, [
    route('POST', '/posts', (ctx) => ctx.bind(CreatePostDTO), [new Passes()]),
    route('POST', '/schema', (ctx) => ctx.bind(z.object({}))),
  ]);
  await app.post('/posts', { title: 'A title' });
  await app.post('/schema', {});
  const step = stepOf(traces[0], 'bind');
  assert.deepEqual([step.name, step.outcome, step.depth, step.note], ['CreatePostDTO', 'accepted', 2, 'title']);
  assert.ok(step.at >= stepOf(traces[0], 'handler').at && step.at + step.ms <= (traces[0]?.ms ?? 0));
  assert.equal(stepOf(traces[1], 'bind').name, 'schema');
});

test('bind: refused, with the reasons, which never quote what was sent', async (t) => {
  const traces = record(t);
  class RegisterDTO {
    @field('required,email') email!: string;
    @field('required,min=8') password!: string;
  }
  const app = await serve(t, [route('POST', '/', (ctx) => ctx.bind(RegisterDTO))], { limits: { body: 100 } });
  for (const [body, note] of [
    [
      { email: 'hunter2', password: 'hunter2' },
      'email must be an email address, password must have at least 8 characters',
    ],
    ['{"password":"hunter2"', 'the body must be JSON'],
    ['', 'the body is empty'],
    ['["hunter2"]', 'the body must be an object'],
    [{ email: 'hunter2'.repeat(100) }, 'Payload Too Large'],
  ] as const) {
    await app.post('/', body);
    const trace = traces.at(-1);
    const step = stepOf(trace, 'bind');
    assert.deepEqual([step.outcome, step.note], ['refused', note]);
    assert.equal(stepOf(trace, 'handler').outcome, 'threw');
  }
  const said = traces.map(({ steps, answer, error }) => [steps, answer, error]);
  assert.doesNotMatch(JSON.stringify(said), /hunter2/);
});

test('set: the key, and a shortened value, unless it may be a secret', async (t) => {
  const traces = record(t);
  class User {
    id = 'u-1';
    password = 'hunter2';
  }
  const app = await serve(t, [
    route('GET', '/', (ctx) => {
      ctx.set('token', 'hunter2');
      ctx.setValue('user_id', 'u-1');
      ctx.set('user', new User());
      ctx.set('posts', [{ title: 'hunter2' }]);
    }),
  ]);
  await app.get('/');
  assert.deepEqual(
    traces[0]?.steps.map(({ kind, name, depth, value }) => [kind, name, depth, value]),
    [
      ['handler', 'TestController', 0, undefined],
      ['set', 'token', 1, '•••'],
      ['set', 'user_id', 1, '"u-1"'],
      ['set', 'user', 1, 'User { id, password }'],
      ['set', 'posts', 1, 'array of 1'],
    ],
  );
  assert.doesNotMatch(JSON.stringify(traces), /hunter2/);
});

test('errors: what was thrown, and which layers it passed through', async (t) => {
  const traces = record(t);
  const app = await serve(t, [
    route(
      'GET',
      '/now',
      () => {
        throw new Error('oops');
      },
      [new Passes()],
    ),
    route('GET', '/later', () => Promise.reject(new HttpError(404, 'Post not found')), [new PassesLater()]),
  ]);
  await app.get('/now');
  await app.get('/later');
  assert.deepEqual(trip(traces[0]), ['middleware Passes passed on', 'handler TestController threw']);
  assert.deepEqual([traces[0]?.status, traces[0]?.error], [500, 'oops']);
  assert.deepEqual(trip(traces[1]), ['middleware PassesLater passed on', 'handler TestController threw']);
  assert.deepEqual([traces[1]?.status, traces[1]?.error], [404, 'Post not found']);
});

test('serialization: what was serialized, and that it failed', async (t) => {
  const traces = record(t);
  const slow = { ...api(), serialize: async (value: unknown, ctx: Context) => void ctx.json(await wait(5, value)) };
  const app = await serve(t, [route('GET', '/', () => ({})), route('GET', '/bad', () => 1n)], { platform: slow });
  await app.get('/');
  await app.get('/bad');
  const step = stepOf(traces[0], 'serialize');
  assert.deepEqual([step.name, step.outcome], ['object', 'returned']);
  assert.ok(step.ms >= 4, 'including the time that it waits');
  const failed = stepOf(traces[1], 'serialize');
  assert.deepEqual([failed.name, failed.outcome], ['bigint', 'threw']);
  assert.match(failed.note ?? '', /BigInt/);
  assert.equal(traces[1]?.status, 500);
});

test('a middleware that forgets to return next(): a note in the trace explains the lost response', async (t) => {
  const traces = record(t);
  class Forgets {
    handle(_: Context, next: Next) {
      next();
    }
  }
  class ForgetsLater {
    async handle(_: Context, next: Next) {
      await next();
    }
  }
  const app = await serve(t, [
    route('GET', '/now', () => 'lost', [new Forgets()]),
    route('GET', '/later', async () => 'lost', [new ForgetsLater()]),
    route('GET', '/kept', (ctx) => ctx.json('kept'), [new Forgets()]),
  ]);
  for (const path of ['/now', '/later']) {
    assert.equal((await app.get(path)).status, 204);
    const { note, outcome } = stepOf(traces.at(-1), 'middleware');
    assert.equal(note, 'It called next() and did not return the result: the response from further in was lost.');
    assert.equal(outcome, 'continued');
  }
  assert.equal((await app.get('/kept')).body, 'kept');
  assert.equal(stepOf(traces.at(-1), 'middleware').note, undefined, 'a response on the context is not lost');
});

test('layers that are still running when the response goes out get the time until then', () => {
  const trace = recorder();
  const outer = trace.enter('middleware', 'Outer');
  const inner = trace.enter('handler', 'slow');
  trace.finish(200, new OutgoingResponse());
  for (const layer of [outer, inner]) {
    assert.notEqual(layer.ms, 0);
    assert.equal(layer.ms, trace.ms - layer.at);
  }
});

test('calling next() twice is in the trace as well', async (t) => {
  const traces = record(t);
  class Twice {
    async handle(_: Context, next: Next) {
      await next();
      return next();
    }
  }
  const app = await serve(t, [route('GET', '/', () => 'once', [new Twice()])]);
  await app.get('/');
  assert.equal(traces[0]?.error, 'Twice called next() twice. Call it once, and return its result.');
  assert.deepEqual(trip(traces[0]), ['middleware Twice threw', 'handler TestController returned']);
});

test('no route: a trace without a resolution, through the global middlewares', async (t) => {
  const traces = record(t);
  const app = await serve(t, [route('GET', '/hello', () => 'hello')], { middlewares: [new Passes()] });
  await app.get('/unknown');
  await app.send('OPTIONS', '/hello');
  assert.deepEqual(
    traces.map(({ path, resolution, status }) => [path, resolution, status]),
    [
      ['/unknown', undefined, 404],
      ['/hello', undefined, 204],
    ],
  );
  assert.deepEqual(trip(traces[0]), ['middleware Passes continued', 'handler no route returned']);
});

test('a malformed target is traced unchanged', async (t) => {
  const traces = record(t);
  const app = await serve(t, []);
  await app.get('/%ZZ?a=1');
  assert.deepEqual([traces[0]?.path, traces[0]?.status, traces[0]?.steps], ['/%ZZ?a=1', 400, []]);
});

test('a client that disconnected before the response: status 0', async (t) => {
  const traces = record(t);
  const published = deferred<unknown>();
  const arrived = deferred();
  const app = await serve(t, [
    route('GET', '/', (ctx) => {
      arrived.resolve();
      return wait(60_000, '', { signal: ctx.signal });
    }),
  ]);
  requests.subscribe(published.resolve);
  t.after(() => requests.unsubscribe(published.resolve));
  const connection = await app.connect();
  connection.request('GET /');
  await arrived.promise;
  connection.destroy();
  await published.promise;
  assert.equal(traces[0]?.status, 0);
});

test('a trace is plain data: it can be sent elsewhere as JSON', async (t) => {
  const traces = record(t);
  const app = await serve(t, [route('GET', '/posts/:id', () => 'post', [new Passes()])]);
  await app.get('/posts/7');
  const copy = JSON.parse(JSON.stringify(traces[0]));
  const names = [
    'answer',
    'id',
    'method',
    'ms',
    'path',
    'request',
    'resolution',
    'startedAt',
    'status',
    'steps',
    'tried',
  ];
  assert.deepEqual(Object.keys(copy).sort(), names);
  assert.deepEqual(copy.steps.map(Object.keys)[0], ['kind', 'name', 'depth', 'at', 'ms', 'outcome']);
});

test('the routes that nearly matched, and why each of them did not', async (t) => {
  const traces = record(t);
  const nothing = () => 'nothing';
  const app = await serve(t, [
    route('GET', '/posts', nothing),
    route('POST', '/posts/new', nothing),
    route('GET', '/posts/:id', nothing),
    route('GET', '/:kind/:id', nothing),
    route('GET', '/users/:id', nothing),
    route('GET', '/posts/*', nothing),
    route('GET', '/*', nothing),
  ]);
  await app.get('/posts/new');
  assert.deepEqual(
    traces[0]?.tried.routes.map(({ path, won, reason }) => [won ? `→ ${path}` : path, reason]),
    [
      ['/posts/new', 'matches, but for POST, not GET'],
      ['/posts', 'it has 1 segment, the path 2'],
      ['→ /posts/:id', 'every segment matches, and no exact path does'],
      ['/:kind/:id', 'matches, but /posts/:id has a literal where this has a parameter'],
      ['/users/:id', '"users" is not "posts"'],
      ['/posts/*', 'matches, but a pattern goes first'],
      ['/*', 'matches, but a pattern goes first'],
    ],
  );
  await app.get('/posts/a/b');
  assert.deepEqual(
    traces[1]?.tried.routes.filter(({ kind }) => kind === 'wildcard').map(({ path, reason }) => [path, reason]),
    [
      ['/posts/*', 'the path starts with it, and neither an exact path nor a pattern matches'],
      ['/*', 'matches, but /posts/* matches more of the path'],
    ],
  );
  assert.equal(traces[1]?.tried.others, 0);
});

test('why a wildcard in the middle matched or did not', async (t) => {
  const traces = record(t);
  const paths = ['/*/info/refs', '/*/info/packs', '/a/*/:kind/refs', '/*', '/a/b/*/refs', '/:x/:y/*/refs'];
  const app = await serve(
    t,
    paths.map((path) => route('GET', path, () => 'nothing')),
  );
  const tried = (index: number) =>
    Object.fromEntries(
      traces[index]?.tried.routes.map(({ path, won, reason }) => [won ? `→ ${path}` : path, reason]) ?? [],
    );
  await app.get('/x/info/refs');
  assert.deepEqual(tried(0), {
    '→ /*/info/refs': 'the path starts and ends like it, and neither an exact path nor a pattern matches',
    '/*/info/packs': '"packs" is not "refs"',
    '/a/*/:kind/refs': '"a" is not "x"',
    '/*': 'matches, but /*/info/refs matches more of the path',
    '/a/b/*/refs': '"a" is not "x"',
    '/:x/:y/*/refs': 'it has more than 3 segments, the path 3',
  });
  await app.get('/a/b//refs');
  assert.equal(tried(1)['/a/*/:kind/refs'], ':kind needs a value');
  assert.equal(tried(1)['/a/b/*/refs'], '* needs a value');
});

test('of many routes, the nearest are named and the others counted', async (t) => {
  const traces = record(t);
  const many = Array.from({ length: 100 }, (_, index) => route('GET', `/shelf${index}/books/:id`, () => index));
  const app = await serve(t, [...many, route('DELETE', '/shelf/books/:id', () => 'x')]);
  await app.get('/shelf/books/1');
  const { routes, others } = traces[0]!.tried;
  assert.equal(routes[0]?.reason, 'matches, but for DELETE, not GET');
  assert.deepEqual([routes.length, others], [12, 89]);
});

test('queries: those of this request, inside the layer that ran them, without their values', async (t) => {
  const traces = record(t);
  const arrived = deferred();
  const gate = deferred();
  class Store {
    @inject(Database) readonly db!: Database;
    async onStart() {
      await this.db.run`create table posts (title text)`;
      await this.db.run`insert into posts values ('one'), ('two')`;
    }
  }
  class PostsController {
    @inject(Store) readonly store!: Store;
    routes() {
      return [route('GET', '/posts/:title', this.find), route('GET', '/broken', this.broken)];
    }
    async find(ctx: Context) {
      if (ctx.query('wait') !== '') {
        arrived.resolve();
        await gate.promise;
      }
      return this.store.db.all`select * from posts
        where title = ${ctx.param('title')}`;
    }
    async broken() {
      return this.store.db.all`select * from no_posts`;
    }
  }
  const app = await serve(t, [], { declarations: [PostsController, Store] });
  const slow = app.get('/posts/hunter2?wait=1');
  await arrived.promise;
  await app.get('/posts/one');
  gate.resolve();
  await slow;
  await app.get('/broken');
  const asked = (trace: RequestTrace) =>
    trace.steps.filter(({ kind }) => kind === 'query').map(({ name, depth, rows }) => [name, depth, rows]);
  const sql = 'select * from posts where title = ?';
  assert.deepEqual(traces.slice(0, 2).map(asked), [[[sql, 1, 1]], [[sql, 1, 0]]]);
  const failed = stepOf(traces[2], 'query');
  assert.equal(failed.outcome, 'threw');
  assert.match(failed.note ?? '', /no such table/);
  const isFollowed = () => channel('trellis:query').hasSubscribers;
  for (let turn = 0; turn < 300 && isFollowed(); turn++) await wait(10);
  assert.equal(isFollowed(), false, 'nothing stays subscribed after the last request');
});

test('the response: headers, size and the beginning of the body', async (t) => {
  const traces = record(t);
  const app = await serve(t, [
    route('GET', '/json', (ctx) => {
      ctx.setCookie('session', 'hunter2', { httpOnly: true });
      return { id: 7, token: 'hunter2', list: Array.from({ length: 50 }, () => 'x'.repeat(50)) };
    }),
    route('GET', '/text', (ctx) => ctx.send('a text')),
    route('GET', '/none', () => undefined),
    route('GET', '/stream', (ctx) => ctx.stream(Readable.from(['piece']))),
  ]);
  for (const path of ['/json', '/text', '/none', '/stream']) await app.get(path);
  const [json, text, none, stream] = traces.map(({ answer }) => answer);
  assert.equal(json?.headers['content-type'], 'application/json; charset=utf-8');
  assert.match(json?.headers['set-cookie'] ?? '', /^session=•••;.*HttpOnly/);
  assert.match(json?.body ?? '', /^\{"id":7,"token":"•••","list":\["x+"/);
  assert.ok((json?.body ?? '').length <= 400 && (json?.size ?? 0) > 2500, 'the body is longer than the recorded part');
  assert.deepEqual([text?.body, text?.size], ['a text', 6]);
  assert.deepEqual([none?.body, none?.size], [undefined, 0]);
  assert.deepEqual([stream?.body, stream?.size], [undefined, undefined]);
});

test('a trace stays small, whatever the handler does', async (t) => {
  const traces = record(t);
  const app = await serve(t, [
    route('GET', '/', (ctx) => {
      for (let i = 0; i < 5000; i++) ctx.set(`key${i}`, 'x'.repeat(10_000));
    }),
  ]);
  await app.get('/');
  assert.equal(traces[0]?.steps.length, 200);
  assert.ok(JSON.stringify(traces[0]).length < 60_000, 'in characters');
});

test('a trace contains no password, token, cookie or API key', async (t) => {
  const traces = record(t);
  class LoginDTO {
    @field('required,email') email!: string;
    @field('required,min=100') password!: string;
  }
  const app = await serve(t, [
    route('POST', '/login', (ctx) => ctx.bind(LoginDTO)),
    route('GET', '/reset/:token', (ctx) => {
      ctx.set('session', { id: secrets.cookie });
      ctx.set('header', ctx.header('authorization'));
      return { access_token: secrets.token, deep: [{ key: secrets.key }], text: `password=${secrets.password}` };
    }),
    route('GET', '/other/:name', () => 'other'),
    route('POST', '/schema', (ctx) =>
      ctx.bind(z.object({ name: z.string().refine(() => false, { error: ({ input }) => `is not ${input}` }) })),
    ),
    route('GET', '/broken', (ctx) => {
      throw new Error(`no user with token ${ctx.header('authorization')}, key ${ctx.header('x-api-key')}`);
    }),
  ]);
  const secrets = {
    password: 'correct-horse',
    token: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoiMSJ9.c2lnbmF0dXJlLW9mLWl0',
    cookie: 's3ss10nC00k1eValue9x8Y7z',
    key: 'blog_4f6a9c0d2b1e8f7a',
  };
  const headers = {
    authorization: `Bearer ${secrets.token}`,
    'x-api-key': secrets.key,
    cookie: `session=${secrets.cookie}; theme=dark`,
  };
  await app.post('/login', { email: 'ada', password: secrets.password }, headers);
  await app.get(`/reset/${secrets.password}?api_key=${secrets.key}&q=${secrets.token}`, headers);
  await app.get(`/other/${secrets.token}`, headers);
  await app.get(`/nowhere/${secrets.key}`, headers);
  await app.get('/broken', headers);
  await app.post('/schema', { name: secrets.key });
  await app.get(`/%ZZ?password=${secrets.password}`, headers);
  assert.equal(traces.length, 7);
  for (const [name, secret] of Object.entries(secrets)) {
    assert.ok(!JSON.stringify(traces).includes(secret), `the ${name} appears in ${JSON.stringify(traces, null, 1)}`);
  }
  assert.equal(traces[1]?.path, '/reset/•••');
  assert.equal(traces[0]?.request.headers.authorization, 'Bearer •••');
});

test('without a subscriber nothing is recorded', async (t) => {
  const contexts: Context[] = [];
  const app = await serve(t, [
    route('GET', '/:id', (ctx) => void contexts.push(ctx), [new Passes()]),
    route('POST', '/', async (ctx) => void (await ctx.bind(z.object({})))),
  ]);
  const lastId = async () => {
    const traces: RequestTrace[] = [];
    const listener = (event: unknown) => void traces.push(event as RequestTrace);
    requests.subscribe(listener);
    await app.get('/1');
    requests.unsubscribe(listener);
    return traces[0]?.id ?? 0;
  };
  const before = await lastId();
  contexts.length = 0;
  for (const path of ['/1', '/2', '/unknown/path', '/%ZZ']) await app.get(path);
  await app.post('/', {});
  assert.deepEqual(
    contexts.map(({ observer }) => observer),
    [undefined, undefined],
  );
  assert.equal(await lastId(), before + 1, 'no trace was made in between');
});

test('a subscriber that is added during a request sees the next one', async (t) => {
  const gate = deferred<string>();
  const arrived = deferred();
  const app = await serve(t, [
    route('GET', '/slow', () => {
      arrived.resolve();
      return gate.promise;
    }),
    route('GET', '/next', () => 'next'),
  ]);
  const slow = app.get('/slow');
  await arrived.promise;
  const traces = record(t);
  gate.resolve('slow');
  assert.equal((await slow).body, 'slow');
  await app.get('/next');
  assert.deepEqual(
    traces.map(({ path }) => path),
    ['/next'],
  );
});

test('a request with too many query parameters is traced without them, and the server keeps running', async (t) => {
  const traces = record(t);
  const app = await serve(t, [route('GET', '/', () => 'read'), route('GET', '/later', async () => 'read')]);
  for (const path of ['/', '/later', '/unknown']) await app.get(`${path}?${'a=1&'.repeat(1_001)}`);
  assert.deepEqual(
    traces.map(({ status, request }) => [status, request.query]),
    [
      [200, {}],
      [200, {}],
      [404, {}],
    ],
  );
});

test('the part of a request body that the program has read is recorded, with its secrets masked', async (t) => {
  const traces = record(t);
  class Login {
    @field('required') email!: string;
    @field('required') password!: string;
  }
  const app = await serve(t, [
    route('POST', '/bound', (ctx) => ctx.bind(Login)),
    route('POST', '/unread', () => 'nothing'),
  ]);
  const body = JSON.stringify({ email: 'cook@example.com', password: 'basil-and-salt' });
  await fetch(`${app.url}/bound`, { method: 'POST', body });
  await fetch(`${app.url}/bound`, { method: 'POST', body: '{"email":' });
  await fetch(`${app.url}/unread`, { method: 'POST', body });
  assert.deepEqual(
    traces.map(({ request }) => request.body),
    ['{"email":"cook@example.com","password":"•••"}', '{"email":', undefined],
  );
});
