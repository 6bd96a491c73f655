import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { field } from './dto/field.ts';
import { deferred } from './fixtures/deferred.ts';
import { serve } from './fixtures/serve.ts';
import type { Context } from './http/context.ts';
import { HttpError } from './http/errors.ts';
import { api } from './platforms/api.ts';
import type { Handler, Method, Middleware, Next } from './routing/route.ts';
import { type RequestTrace, requests, type Step } from './trace.ts';

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

/** The trip in short: `middleware Passes continued`. */
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
  assert.ok(outer.ms >= inner.ms && inner.ms >= handler.ms, 'the outer one takes as long as what is inside');
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
  assert.deepEqual([step.name, step.outcome, step.depth, step.note], ['CreatePostDTO', 'accepted', 1, undefined]);
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
  assert.doesNotMatch(JSON.stringify(traces), /hunter2/);
});

test('set: the key, never the value', async (t) => {
  const traces = record(t);
  const app = await serve(t, [
    route('GET', '/', (ctx) => {
      ctx.set('token', 'hunter2');
      ctx.setValue('user_id', 'u-1');
    }),
  ]);
  await app.get('/');
  assert.deepEqual(trip(traces[0]), ['handler TestController returned', 'set token', 'set user_id']);
  assert.doesNotMatch(JSON.stringify(traces), /hunter2|u-1/);
});

test('errors: what was thrown, and through which layers it went', async (t) => {
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
  assert.deepEqual(trip(traces[0]), ['middleware Passes threw', 'handler TestController threw']);
  assert.deepEqual([traces[0]?.status, traces[0]?.error], [500, 'oops']);
  assert.deepEqual(trip(traces[1]), ['middleware PassesLater threw', 'handler TestController threw']);
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
  assert.ok(step.ms >= 4, 'also the time that it waits');
  const failed = stepOf(traces[1], 'serialize');
  assert.deepEqual([failed.name, failed.outcome], ['bigint', 'threw']);
  assert.match(failed.note ?? '', /BigInt/);
  assert.equal(traces[1]?.status, 500);
});

test('a middleware that forgets to return next(): the trace says so in words', async (t) => {
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
    assert.equal(note, 'It called next() and did not return the result: the answer from further in was lost.');
    assert.equal(outcome, 'continued');
  }
  assert.equal((await app.get('/kept')).body, 'kept');
  assert.equal(stepOf(traces.at(-1), 'middleware').note, undefined, 'what stands in the context is not lost');
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

test('a malformed target is traced as it came', async (t) => {
  const traces = record(t);
  const app = await serve(t, []);
  await app.get('/%ZZ?a=1');
  assert.deepEqual([traces[0]?.path, traces[0]?.status, traces[0]?.steps], ['/%ZZ?a=1', 400, []]);
});

test('a client that left before it was answered: status 0', async (t) => {
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
  assert.deepEqual(Object.keys(copy).sort(), [
    'id',
    'method',
    'ms',
    'path',
    'resolution',
    'startedAt',
    'status',
    'steps',
  ]);
  assert.deepEqual(copy.steps.map(Object.keys)[0], ['kind', 'name', 'depth', 'at', 'ms', 'outcome']);
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
    contexts.map(({ trace }) => trace),
    [undefined, undefined],
  );
  assert.equal(await lastId(), before + 1, 'no trace was made in between');
});

test('a subscriber that comes in the middle of a request sees the next one', async (t) => {
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
