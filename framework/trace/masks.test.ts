import assert from 'node:assert/strict';
import test from 'node:test';
import { isSecretName, maskAll, maskHeaders, maskJson, maskPath, maskText, summaryOf } from './masks.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoiMSJ9.c2lnbmF0dXJlLW9mLWl0';
const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

test('names of secrets, and names that only look a little like one', () => {
  const secret = ['password', 'Password', 'new_password', 'passwd', 'token', 'access_token', 'refreshToken', 'cookie'];
  secret.push('Authorization', 'x-api-key', 'apiKey', 'key', 'api_key', 'privateKey', 'session', 'session_id', 'sid');
  secret.push(
    'password_hash',
    'hash',
    '_csrf',
    'client_secret',
    'jwt',
    'credentials',
    'x-signature',
    'otp',
    'passphrase',
  );
  for (const name of secret) assert.ok(isSecretName(name), name);
  const harmless = ['id', 'user_id', 'email', 'author_id', 'title', 'content', 'page', 'role', 'name', 'keyboard'];
  harmless.push('expires_in', 'monkey', 'compass', 'passenger', 'content-type', 'author', 'pinned', 'published');
  for (const name of harmless) assert.ok(!isSecretName(name), name);
});

test('texts: what looks like a secret is masked, wherever it stands', () => {
  for (const [text, wanted] of [
    [`the token ${token} is old`, 'the token ••• is old'],
    [`${token.slice(0, 40)}`, '•••'],
    [`got ${hash}`, 'got •••'],
    ['key blog_4f6a9c0d2b1e8f7a', 'key •••'],
    ['Authorization: Bearer abc', 'Authorization: ••• •••'],
    ['sent Bearer abc', 'sent Bearer •••'],
    ['sent basic YWRhOmE=', 'sent basic •••'],
    ['a=1&password=hunter2&b=2', 'a=1&password=•••&b=2'],
    ['{"password":"hunter2","a":1}', '{"password":"•••","a":1}'],
    ['session 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c', 'session •••'],
    ['id Zk3v9QpL0sXw7RtY2uBn5A', 'id •••'],
  ]) {
    assert.equal(maskText(text!), wanted);
  }
});

test('texts: what a reader needs stays as it is', () => {
  for (const text of [
    'UNIQUE constraint failed: users.email',
    'title is required, content must have at least 8 characters',
    'password must have at least 8 characters',
    '2f0c3a52-3a5e-4a39-9c3d-0f6f4d5a7b10',
    'how-to-write-24-tests-in-a-day',
    'select id, title from posts where author_id = ? order by created_at desc',
    'PostsController.createPostWithAuthor called next() twice.',
    '2026-11-15T05:49:45.123Z',
    'http://localhost:3000/posts/7',
  ]) {
    assert.equal(maskText(text), text);
  }
});

test('a long text is cut, and a secret at the cut does not come out in half', () => {
  assert.equal(maskText('word '.repeat(1000)).length, 400);
  assert.doesNotMatch(maskText(`${'x '.repeat(190)}${token}`), /eyJ/);
  assert.doesNotMatch(maskText(`${'x '.repeat(797)}${token}`), /eyJ/);
});

test('headers: schemes, cookie names and attributes stay, values go', () => {
  assert.deepEqual(
    maskHeaders({
      authorization: `Bearer ${token}`,
      'x-api-key': 'blog_1',
      cookie: 'session=abc; theme=dark',
      'set-cookie': ['session=abc; Path=/; HttpOnly', 'theme=dark'],
      'proxy-authorization': 'hunter2',
      'content-type': 'application/json',
      'content-length': 12,
      nothing: undefined,
    }),
    {
      authorization: 'Bearer •••',
      'x-api-key': '•••',
      cookie: 'session=•••; theme=•••',
      'set-cookie': 'session=•••; Path=/; HttpOnly, theme=•••',
      'proxy-authorization': '•••',
      'content-type': 'application/json',
      'content-length': '12',
    },
  );
  assert.deepEqual(maskHeaders({ authorization: 'hunter2' }), { authorization: '•••' }, 'also without a scheme');
});

test('queries and path parameters', () => {
  assert.deepEqual(maskAll({ q: 'trees', token: 'abc', next: `/x?token=abc` }), {
    q: 'trees',
    token: '•••',
    next: '/x?token=•••',
  });
  assert.equal(maskPath('/reset/a%20b/now', { token: 'a b' }), '/reset/•••/now');
  assert.equal(maskPath(`/x/${token}`, { name: token }), '/x/•••');
  assert.equal(maskPath('/posts/7', { id: '7' }), '/posts/7');
});

test('bodies: fields at any depth, in lists and inside of texts', () => {
  assert.equal(
    maskJson(JSON.stringify({ id: 7, user: { password_hash: hash, name: 'Ada' }, keys: [{ key: 'k' }], t: token })),
    '{"id":7,"user":{"password_hash":"•••","name":"Ada"},"keys":[{"key":"•••"}],"t":"•••"}',
  );
  assert.equal(maskJson(`not json, password=hunter2`), 'not json, password=•••');
  assert.equal(maskJson(JSON.stringify([1, 2, 3, 4, 5, 6, 7])), '[1,2,3,4,5,"… 2 more"]');
});

test('context values: their type, and what is short and harmless', () => {
  class Session {
    id = 'hunter2';
  }
  for (const [name, value, wanted] of [
    ['user_id', 'u-1', '"u-1"'],
    ['count', 3, '3'],
    ['isAdmin', false, 'false'],
    ['nobody', undefined, 'undefined'],
    ['session', new Session(), '•••'],
    ['current', new Session(), 'Session { id }'],
    ['plain', {}, '{}'],
    ['list', [1, 2], 'array of 2'],
    ['work', () => 1, 'function'],
    ['at', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['claims', token, '"•••"'],
  ] as const) {
    assert.equal(summaryOf(name, value), wanted);
  }
});
