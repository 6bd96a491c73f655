import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import test from 'node:test';
import type { AppOptions } from './app.ts';
import { field } from './dto/field.ts';
import { serve } from './fixtures/serve.ts';
import type { Context } from './http/context.ts';
import { HttpError, InvalidBody } from './http/errors.ts';
import type { HttpPlatform } from './platforms/platform.ts';
import { web } from './platforms/web/web.ts';
import type { Route } from './routing/route.ts';
import { Unavailable } from './services/unavailable.ts';

class UserDTO {
  @field('required,email') email!: string;
}

const routes: Route[] = [
  { method: 'POST', path: '/users', handler: (ctx) => ctx.bind(UserDTO) },
  {
    method: 'GET',
    path: '/gone',
    handler() {
      throw new HttpError(410, 'Gone for good');
    },
  },
  {
    method: 'GET',
    path: '/bug',
    handler() {
      throw new Error('secret');
    },
  },
  {
    method: 'GET',
    path: '/down',
    handler() {
      throw new Unavailable('Redis', 'is away');
    },
  },
  { method: 'GET', path: '/map', handler: () => ({ error: 'Not yours', status: 403 }) },
  { method: 'GET', path: '/bad', handler: () => ({ error: 'Not like this', status: 400 }) },
  { method: 'GET', path: '/fine', handler: () => ({ error: '', status: 200 }) },
];

/** The error format of another API: 422 with the fields for an invalid body, and a list of messages for the rest. */
const errors: AppOptions['errors'] = (_status, message, ctx, error) => {
  if (!(error instanceof InvalidBody)) return void ctx.json({ errors: { body: [message] } });
  const fields = error.problems.map(({ field, problem }) => [field, [problem]]);
  ctx.status(422).json({ errors: Object.fromEntries(fields) });
};

const cases: [request: string, status: number, errors: unknown][] = [
  ['POST /users', 422, { email: ['is required'] }],
  ['GET /gone', 410, { body: ['Gone for good'] }],
  ['GET /bug', 500, { body: ['Internal Server Error'] }],
  ['GET /down', 503, { body: ['Service Unavailable'] }],
  ['GET /nowhere', 404, { body: ['Not Found'] }],
  ['GET /%zz', 400, { body: ['Bad Request'] }],
  ['GET /map', 403, { body: ['Not yours'] }],
  ['GET /bad', 400, { body: ['Not like this'] }],
];

test('one function shapes every error response, and receives the error', async (t) => {
  const app = await serve(t, routes, { errors });
  for (const [request, status, expected] of cases) {
    const [method = '', path = ''] = request.split(' ');
    const answer = await app.send(method, path, method === 'POST' ? {} : undefined);
    assert.equal(answer.status, status, request);
    assert.deepEqual(answer.body, { errors: expected }, request);
  }
  assert.deepEqual((await app.get('/fine')).body, { error: '', status: 200 }, 'not an error status');
});

test('the web platform uses the same function', async (t) => {
  const app = await serve(t, routes, { errors, platform: web() });
  assert.deepEqual((await app.get('/nowhere')).body, { errors: { body: ['Not Found'] } });
  const map = await app.get('/map');
  assert.equal(map.status, 403);
  assert.deepEqual(map.body, { errors: { body: ['Not yours'] } });
});

test('it can be combined with a platform that is an instance of a class', async (t) => {
  class Shouting implements HttpPlatform {
    readonly kind = 'http';
    readonly forms = false;
    serialize(value: unknown, ctx: Context) {
      ctx.send(String(value).toUpperCase());
    }
    serializeError() {}
  }
  const hello: Route = { method: 'GET', path: '/hello', handler: () => 'hello' };
  const app = await serve(t, [hello], { errors, platform: new Shouting() });
  assert.equal((await app.get('/hello')).text, 'HELLO');
  assert.deepEqual((await app.get('/nowhere')).body, { errors: { body: ['Not Found'] } });
});

test('it is told which error was thrown, and nothing where none was', async (t) => {
  const seen: unknown[] = [];
  const app = await serve(t, routes, { errors: (_status, _message, _ctx, error) => seen.push(error) });
  const bug = await app.get('/bug');
  assert.equal(bug.status, 500, 'a function that sets no status keeps the status of the error');
  assert.equal(bug.text, '');
  assert.equal((await app.get('/nowhere')).status, 404);
  assert.match(String(seen[0]), /secret/);
  assert.equal(seen[1], undefined);
});

test('it may choose another status, for example to redirect', async (t) => {
  const app = await serve(t, routes, { errors: (_status, _message, ctx) => ctx.redirect('/login') });
  const answer = await app.get('/gone');
  assert.equal(answer.status, 302);
  assert.equal(answer.headers.get('location'), '/login');
});

test('an error page whose stream fails is not sent again: the response is an empty 500, and the log says why', async (t) => {
  const page: AppOptions['errors'] = (_status, _message, ctx) => void ctx.stream(createReadStream('no such page'));
  const app = await serve(t, routes, { errors: page });
  const { status, text } = await app.get('/gone');
  assert.deepEqual({ status, text }, { status: 500, text: '' });
  const [entry] = app.log.at('error');
  assert.equal(entry?.message, 'GET /gone could not be sent');
  assert.match(String(entry?.fields.error), /ENOENT/);
});
