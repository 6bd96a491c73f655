import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedIn } from './named-values.ts';

const cases: [printed: string, body: string, named: Record<string, string>][] = [
  ['{"id":"<SOUP>",…}', '{"title":"Soup","id":"p-1"}', { SOUP: 'p-1' }],
  ['{"token":"<TOKEN>",…,"user":{"id":"<COOK>",…}}', '{"user":{"id":"u-1"},"token":"t"}', { TOKEN: 't', COOK: 'u-1' }],
  ['[{"id":"<A>",…},…,{"id":"<B>"}]', '[{"id":"1"},{"id":"2"}]', { A: '1', B: '2' }],
  ['[…]', '[{"id":"1"}]', {}],
  ['{"key":"blog_<KEY>"}', '{"key":"blog_abc"}', { KEY: 'abc' }],
  ['{"id":"<ID>"}', '{"id":5}', {}],
  ['{"id":"<ID>"}', '{"error":"Post not found"}', {}],
  ['{"id":"<ID>"}', 'no JSON', {}],
  ['{"__proto__":"<ID>","constructor":"<OTHER>"}', '{}', {}],
  ['HTTP/1.1 201 Created\n…\n\n{"id":"<ID>"}', '{"id":"p-1"}', { ID: 'p-1' }],
  ['Nothing that is JSON', '{"id":"p-1"}', {}],
];

for (const [printed, body, named] of cases) {
  test(`the named values of ${JSON.stringify(printed)} in ${body}`, () => {
    assert.deepEqual(Object.fromEntries(namedIn(printed, {}, body)), named);
  });
}

test('a value in a header', () => {
  const headers = { 'set-cookie': ['session_id=abc; HttpOnly; Path=/'], location: '/posts/7' };
  const printed = 'Set-Cookie: session_id=<PHONE>; Path=/; HttpOnly\nLocation: /posts/<ID>';
  assert.deepEqual(Object.fromEntries(namedIn(printed, headers, '')), { PHONE: 'abc', ID: '7' });
});
