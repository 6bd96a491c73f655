import assert from 'node:assert/strict';
import test from 'node:test';
import { canonicalPath, decodeParameter, parseQuery, parseTarget } from './target.ts';

/** The target in the request line → the path that router and middleware see, and the query. */
const targets: [string, string, string?][] = [
  ['/', '/'],
  ['/posts', '/posts'],
  ['/posts/', '/posts/'],
  ['/posts?page=2', '/posts', 'page=2'],
  ['/posts?', '/posts'],
  ['/?', '/'],
  ['/??', '/', '?'],
  ['/#', '/'],
  ['/##', '/'],
  ['/posts?a=1?b=2', '/posts', 'a=1?b=2'],
  ['/posts#top', '/posts'],
  ['/posts?page=2#top', '/posts', 'page=2'],
  ['/posts#top?page=2', '/posts'],
  ['/posts?a=%2F%ZZ', '/posts', 'a=%2F%ZZ'],
  // Scheme and host only matter to proxies.
  ['http://localhost/posts', '/posts'],
  ['http://localhost/posts?page=2', '/posts', 'page=2'],
  ['http://localhost', '/'],
  ['http://localhost?page=2', '/', 'page=2'],
  ['http://localhost#top', '/'],
  ['HTTPS://LOCALHOST:3000/Posts', '/Posts'],
  ['http://user:secret@localhost/posts', '/posts'],
  ['http://localhost//admin', '/admin'],
  ['http:///admin', '/admin'],
  ['http://', '/'],
  ['http://localhost/%61dmin', '/admin'],
  // Several leading slashes would be a host to a browser, and another path to a guard.
  ['//admin', '/admin'],
  ['//evil.example/posts', '/evil.example/posts'],
  ['////admin', '/admin'],
  ['//', '/'],
  ['//%61dmin', '/admin'],
  // Decoded once, and only once.
  ['/%61dmin', '/admin'],
  ['/caf%C3%A9', '/café'],
  ['/%F0%9F%8C%B1', '/🌱'],
  ['/a%20b', '/a b'],
  ['/a+b', '/a+b'],
  ['/%3F%23', '/?#'],
  ['/%2561dmin', '/%2561dmin'],
  // An encoded slash doesn't separate segments, and an encoded percent sign doesn't start an escape.
  ['/a%2Fb', '/a%2Fb'],
  ['/a%2fb', '/a%2Fb'],
  ['/%2Fadmin', '/%2Fadmin'],
  ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
  ['/100%25', '/100%25'],
  ['/%252F', '/%252F'],
  ['/%25%32F', '/%252F'],
  // Left alone: a path is compared, never walked.
  ['/a//b', '/a//b'],
  ['/a/../b', '/a/../b'],
  ['/a/%2e%2e/b', '/a/../b'],
  ['/./a', '/./a'],
  ['/a\\b', '/a\\b'],
  ['/\\evil.example', '/\\evil.example'],
  ['/a;b=c', '/a;b=c'],
  ['/__proto__', '/__proto__'],
  // Paths are case-sensitive.
  ['/Posts', '/Posts'],
];

for (const [raw, path, query = ''] of targets) {
  test(`the target ${raw} is the path ${path}${query && ` with the query ${query}`}`, () => {
    assert.deepEqual(parseTarget(raw), { path, query });
  });
}

for (const raw of [
  '/%',
  '/%Z',
  '/%ZZ',
  '/%2',
  '/a%',
  '/%%',
  '/%2%46',
  '/%u0041',
  '/%FF',
  '/%C3',
  '/%C3%28',
  '/%ED%A0%80',
  '/%C0%AF',
  '/%00',
  '/a/b%00c',
  '//%ZZ',
  'http://localhost/%ZZ',
]) {
  test(`the target ${raw} is malformed`, () => assert.equal(parseTarget(raw), undefined));
}

for (const raw of ['', '*', 'admin', 'localhost:443', '?page=2', '#top', 'mailto:somebody', '%2Fadmin', '\\admin']) {
  test(`the target "${raw}" is not a path`, () => assert.equal(parseTarget(raw), undefined));
}

const parameters: [string, string][] = [
  ['plain', 'plain'],
  ['%61', 'a'],
  ['a%2Fb', 'a/b'],
  ['a%2fb', 'a/b'],
  ['100%25', '100%'],
  ['%252F', '%2F'],
  ['%2525', '%25'],
  ['%25252F', '%252F'],
  ['%2F%25%2F', '/%/'],
  ['caf%C3%A9', 'café'],
  ['a+b', 'a+b'],
];

for (const [raw, value] of parameters) {
  test(`a parameter sent as ${raw} reads ${value}: decoded once, as decodeURIComponent does`, () => {
    assert.equal(decodeParameter(canonicalPath(raw) as string), value);
    assert.equal(value, decodeURIComponent(raw));
  });
}

const queries: [string, Record<string, string>][] = [
  ['', {}],
  ['a=1', { a: '1' }],
  ['a=1&b=2', { a: '1', b: '2' }],
  ['a=1&a=2', { a: '1' }],
  ['a=&a=2', { a: '' }],
  ['a', { a: '' }],
  ['a&a=1', { a: '' }],
  ['=1', { '': '1' }],
  ['&&a=1&', { a: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['a+b=c+d', { 'a b': 'c d' }],
  ['+a=+b', { ' a': ' b' }],
  ['a=%2B', { a: '+' }],
  ['a=%26&b=%3D', { a: '&', b: '=' }],
  ['a=%2500', { a: '%00' }],
  ['a%5Bb%5D=1', { 'a[b]': '1' }],
  ['caf%C3%A9=%F0%9F%8C%B1', { café: '🌱' }],
  ['a=%ZZ', { a: '%ZZ' }],
  ['a=%FF&b=%', { a: '%FF', b: '%' }],
  ['%ZZ=1', { '%ZZ': '1' }],
  ['a=1;b=2', { a: '1;b=2' }],
];

for (const [query, values] of queries) {
  test(`the query "${query}" holds ${JSON.stringify(values)}`, () => {
    assert.deepEqual(Object.fromEntries(parseQuery(query)), values);
  });
}

test('names of object members are ordinary query keys, and absent ones are absent', () => {
  const values = parseQuery('__proto__=a&constructor=b');
  assert.deepEqual(
    [...values],
    [
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ],
  );
  assert.equal(values.get('toString'), undefined);
});

test('a malformed escape in a form does not affect its neighbours: plus signs are still spaces', () => {
  assert.equal(parseQuery('x=a+b%').get('x'), 'a b%');
});

test('a repeated parameter may have an empty name', () => {
  const repeated: string[][] = [];
  const first = parseQuery('=a&=b', (key, value) => repeated.push([key, value]));
  assert.deepEqual([[...first], repeated], [[['', 'a']], [['', 'b']]]);
});

test('a thousand parameters are parsed, one more is 400: a client must not decide how much work its request is', () => {
  const pairs = Array.from({ length: 1_000 }, (_, index) => `key${index}=${index}`);
  assert.equal(parseQuery(pairs.join('&')).size, 1_000);
  assert.throws(() => parseQuery([...pairs, 'one=more'].join('&')), { status: 400, message: 'Too many parameters' });
});

for (const query of ['a=%00', 'a=1&b=x%00y', '%00=1', 'a=\0']) {
  test(`the query ${JSON.stringify(query)} is 400: PostgreSQL can't store its value`, () => {
    assert.throws(() => parseQuery(query), { status: 400, message: 'Invalid request' });
  });
}

test('the cost of a query grows with its length, not with its square', () => {
  // 500,000 pairs without "=": looking for one to the end of the string for every pair took four seconds.
  assert.throws(() => parseQuery('a&'.repeat(500_000)), { status: 400 });
  const long = `${'a'.repeat(1_000_000)}&b=1`;
  assert.equal(parseQuery(long).get('b'), '1');
});
