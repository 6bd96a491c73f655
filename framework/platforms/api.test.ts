import assert from 'node:assert/strict';
import test from 'node:test';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';

class Post {
  readonly title = 'A title';
}

class Problem {
  readonly error = 'a field that happens to be called error';
}

const someDate = new Date(0);

/** What a handler returns → status and body on the wire. */
const values: [string, unknown, number, string][] = [
  ['an object', { a: 1 }, 200, '{"a":1}'],
  ['an array', [1, 'two'], 200, '[1,"two"]'],
  ['an empty array', [], 200, '[]'],
  ['a string', 'text', 200, '"text"'],
  ['an empty string', '', 200, '""'],
  ['a number', 0, 200, '0'],
  ['a boolean', false, 200, 'false'],
  ['null', null, 200, 'null'],
  ['undefined', undefined, 204, ''],
  ['an instance', new Post(), 200, '{"title":"A title"}'],
  ['a date', someDate, 200, '"1970-01-01T00:00:00.000Z"'],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), 200, '{"a":1}'],
  ['a promise', Promise.resolve({ a: 1 }), 200, '{"a":1}'],
  ['a promise of nothing', Promise.resolve(), 204, ''],
];

for (const [name, value, status, text] of values) {
  test(`plain returned value: ${name} is ${status} ${text}`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler: () => value }]);
    const answer = await app.get('/');
    assert.equal(answer.status, status);
    assert.equal(answer.text, text);
    assert.equal(answer.headers.get('content-type'), text === '' ? null : 'application/json; charset=utf-8');
  });
}

const maps: [unknown, number, string][] = [
  [{ error: 'It broke' }, 500, '{"error":"It broke"}'],
  [{ error: 'Not yours', status: 403 }, 403, '{"error":"Not yours","status":403}'],
  [{ status: 403, error: 'Not yours' }, 403, '{"status":403,"error":"Not yours"}'],
  [{ error: '', status: 200 }, 200, '{"error":"","status":200}'],
  [{ _status: 201, data: { id: 1 } }, 201, '{"id":1}'],
  [{ data: [], _status: 202 }, 202, '[]'],
  [{ _status: 200, data: null }, 200, 'null'],
  [{ _status: 599, data: 'x' }, 599, '"x"'],
  [{ _status: 204, data: { lost: true } }, 204, ''],
  [{ _status: 204, data: undefined }, 204, ''],
  [{ _status: 201, data: undefined }, 201, ''],
  [Object.assign(Object.create(null), { error: 'x', status: 404 }), 404, '{"error":"x","status":404}'],
];

for (const [value, status, text] of maps) {
  test(`returned maps: ${JSON.stringify(value)} is ${status} ${text}`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler: () => value }]);
    const answer = await app.get('/');
    assert.equal(answer.status, status);
    assert.equal(answer.text, text);
  });
}

for (const [chosen, status] of [
  [404, 404],
  [400, 400],
  [399, 500],
  [201, 500],
] as const) {
  test(`returned maps: { error } after ctx.status(${chosen}) is ${status}`, async (t) => {
    const handler = (ctx: Context) => {
      ctx.status(chosen);
      return { error: 'Note not found' };
    };
    const app = await serve(t, [{ method: 'GET', path: '/', handler }]);
    const answer = await app.get('/');
    assert.equal(answer.status, status);
    assert.deepEqual(answer.body, { error: 'Note not found' });
  });
}

/** Records that look like one of the maps, and must not choose our status. */
const data: unknown[] = [
  { error: 'x', id: 1 },
  { error: 'x', status: 404, id: 1 },
  { error: 5 },
  { error: null },
  { error: { message: 'x' } },
  { error: 'x', status: '404' },
  { error: 'x', status: 99 },
  { error: 'x', status: 600 },
  { error: 'x', status: 404.5 },
  { error: 'x', status: null },
  { error: 'x', _status: 404 },
  { status: 404 },
  { _status: 404 },
  { _status: 404, data: 'x', id: 1 },
  { _status: 404, data: 'x', error: 'x' },
  { _status: '404', data: 'x' },
  { _status: 100, data: 'x' },
  { _status: 1e3, data: 'x' },
  [{ error: 'x' }],
  ['error'],
  new Problem(),
  Object.assign(new Post(), { _status: 404, data: 'x' }),
];

for (const value of data) {
  test(`returned maps: ${JSON.stringify(value)} is plain data`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler: () => value }]);
    const answer = await app.get('/');
    assert.equal(answer.status, 200);
    assert.equal(answer.text, JSON.stringify(value));
  });
}

test('a returned map chooses the status over ctx.status()', async (t) => {
  const app = await serve(t, [
    {
      method: 'GET',
      path: '/',
      handler(ctx) {
        ctx.status(201);
        return { error: 'Not yours', status: 403 };
      },
    },
  ]);
  assert.equal((await app.get('/')).status, 403);
});

for (const [name, value] of [
  ['a function', () => 'not called'],
  ['a symbol', Symbol('x')],
  ['a BigInt', 1n],
  ['an array with a BigInt', [1n]],
] as const) {
  test(`${name} cannot be JSON: 500, and the reason in the log`, async (t) => {
    const app = await serve(t, [{ method: 'GET', path: '/', handler: () => value }]);
    assert.deepEqual((await app.get('/')).body, { error: 'Internal Server Error' });
    assert.equal(app.log.at('error').length, 1);
  });
}
