import assert from 'node:assert/strict';
import test from 'node:test';
import { parseCookie as parseCookies } from 'cookie';
import { type CookieOptions, formatCookie } from './cookies.ts';

test('cookies default to HttpOnly, SameSite=Lax, Path=/', () => {
  assert.equal(formatCookie('session_id', 'abc', {}), 'session_id=abc; Path=/; HttpOnly; SameSite=Lax');
});

const formats: [CookieOptions, string][] = [
  [{ maxAge: 86_400 }, 'a=b; Max-Age=86400; Path=/; HttpOnly; SameSite=Lax'],
  [{ maxAge: 0 }, 'a=b; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
  [{ secure: true }, 'a=b; Path=/; HttpOnly; Secure; SameSite=Lax'],
  [{ httpOnly: false }, 'a=b; Path=/; SameSite=Lax'],
  [{ sameSite: 'strict', path: '/auth' }, 'a=b; Path=/auth; HttpOnly; SameSite=Strict'],
  [{ domain: 'example.com' }, 'a=b; Domain=example.com; Path=/; HttpOnly; SameSite=Lax'],
];

for (const [options, expected] of formats) {
  test(`a cookie with ${JSON.stringify(options)}`, () => assert.equal(formatCookie('a', 'b', options), expected));
}

test('an option that is undefined leaves its default alone', () => {
  const options = { httpOnly: undefined, sameSite: undefined, path: undefined, secure: undefined };
  assert.equal(formatCookie('a', 'b', options), 'a=b; Path=/; HttpOnly; SameSite=Lax');
});

test('any value survives the way there and back', () => {
  for (const value of ['', 'a b', 'a=b; c', '"quoted"', 'café 🌱', '%', '\r\nSet-Cookie: x=y', ',;\\']) {
    const header = formatCookie('name', value, {});
    assert.doesNotMatch(header, /[\r\n]/);
    assert.equal(parseCookies(header.split('; ')[0] as string).name, value);
  }
});

for (const [name, options] of [
  ['a;b', {}],
  ['a b', {}],
  ['', {}],
  ['a\r\nb', {}],
  ['a', { path: '/; Domain=evil.example' }],
  ['a', { path: '/\r\n' }],
  ['a', { domain: 'a; Secure' }],
  ['a', { maxAge: 1.5 }],
  ['a', { maxAge: Number.NaN }],
] as [string, CookieOptions][]) {
  test(`a cookie that would say more than it means is refused: ${JSON.stringify([name, options])}`, () => {
    assert.throws(() => formatCookie(name, 'value', options), TypeError);
  });
}

const headers: [string, Record<string, string>][] = [
  ['', {}],
  ['a=1', { a: '1' }],
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1;b=2', { a: '1', b: '2' }],
  ['a=1; a=2', { a: '1' }],
  ['a=%20', { a: ' ' }],
  ['a=%ZZ', { a: '%ZZ' }],
  ['a', {}],
  ['a; b=2', { b: '2' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=', { a: '' }],
];

for (const [header, values] of headers) {
  test(`the header "Cookie: ${header}" holds ${JSON.stringify(values)}`, () => {
    assert.deepEqual({ ...parseCookies(header) }, values);
  });
}

test('names of object members are ordinary cookies, and absent ones are absent', () => {
  const cookies = parseCookies('__proto__=a; constructor=b');
  assert.deepEqual(Object.entries(cookies), [
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
  assert.equal(cookies.toString, undefined);
});
