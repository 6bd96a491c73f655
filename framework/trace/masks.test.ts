import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import test from 'node:test';
import { maskAll, maskHeaders, maskJson, maskPath, maskSql, maskText, summaryOf } from './masks.ts';

const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyX2lkIjoiMSJ9.c2lnbmF0dXJlLW9mLWl0';
const hash = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy';

test('strings: secrets are masked wherever they appear', () => {
  for (const [text, expected] of [
    [`the token ${token} is old`, 'the token ••• is old'],
    [`${token.slice(0, 40)}`, '•••'],
    [`got ${hash}`, 'got •••'],
    ['Authorization: Bearer abc', 'Authorization: Bearer •••'],
    ['sent Bearer abc', 'sent Bearer •••'],
    ['sent basic YWRhOmE=', 'sent basic •••'],
    ['session 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c', 'session •••'],
    ['id Zk3v9QpL0sXw7RtY2uBn5A', 'id •••'],
  ]) {
    assert.equal(maskText(text!), expected);
  }
});

test('strings: the value after a secret name is masked, however the two are written', () => {
  for (const [text, expected] of [
    ['password=hunter2', 'password=•••'],
    ['password=true-love', 'password=•••'],
    ['Login failed: password=hunter2', 'Login failed: password=•••'],
    ['note: token: hunter2', 'note: token: •••'],
    ['a=1&password=hunter2&b=2', 'a=1&password=•••&b=2'],
    ['user[password]=hunter2&passwords[0]=hunter3', 'user[password]=•••&passwords[0]=•••'],
    ['a="password=hunter2"', 'a="password=•••"'],
    [`a="token: 'hunter2'" b=1`, `a="token: '•••'" b=1`],
    ['password="correct horse battery"; a=1', 'password="•••"; a=1'],
    ['password="hunter2', 'password="•••'],
    ['password="hun\\"ter2" a', 'password="•••" a'],
    ['{"password":"hunter2","a":1}', '{"password":"•••","a":1}'],
    ['{\\"password\\":\\"hunter2\\",\\"a\\":1}', '{\\"password\\":\\"•••\\",\\"a\\":1}'],
    [`{ session: { id: 'hunter2', at: [1] }, a: 1 }`, '{ session: •••, a: 1 }'],
    [`{ tokens: ['hunter2', 'hunter3'`, '{ tokens: •••'],
    ['password => hunter2', 'password => •••'],
    ['password = hunter2=hunter3, a = 1', 'password = •••, a = 1'],
  ]) {
    assert.equal(maskText(text!), expected);
  }
});

test('strings: a value without quotes may have several words, up to the next name or separator', () => {
  for (const [text, expected] of [
    ['password=a b c', 'password=•••'],
    ['Login failed: password: correct horse battery staple', 'Login failed: password: •••'],
    ['password=a b c user=ada d', 'password=••• user=ada d'],
    ['password=a b c, user=ada', 'password=•••, user=ada'],
    ['password=a b c\nat login', 'password=•••\nat login'],
    ['pw: a b; pin_code: 1 2 3 & x-auth = d e', 'pw: •••; pin_code: ••• & x-auth = •••'],
    ['{"error":"token=a b c"}', '{"error":"token=•••"}'],
    ['see https://a.example/?token=hunter2 for more', 'see https://a.example/?token=••• for more'],
    ['near "token": syntax error', 'near "token": syntax error'],
    ['key = null or more', 'key = null or more'],
  ]) {
    assert.equal(maskText(text!), expected);
  }
  assert.equal(maskSql('select 1 where token = abc and b = 2'), 'select 1 where token = ••• and b = 2');
});

test('strings: a field of a form with files is recognised by its name', () => {
  const form = (name: string) => [
    '--x',
    `Content-Disposition: form-data; name="${name}"`,
    'Content-Type: text/plain',
    '',
    'a b\r\nc',
    '--x--',
  ];
  assert.equal(maskText(form('pw').join('\r\n')), form('pw').join('\r\n').replace('a b\r\nc', '•••'));
  assert.equal(maskText(form('title').join('\r\n')), form('title').join('\r\n'));
});

test('strings: URLs lose their passwords and secret query parameters, and nothing else', () => {
  for (const [text, expected] of [
    ['postgres://blog:hunter2@db/blog', 'postgres://blog:•••@db/blog'],
    ['cannot reach redis://:hunter2@cache:6379/0', 'cannot reach redis://:•••@cache:6379/0'],
    ['postgres://blog:hun@ter2@db/blog', 'postgres://blog:•••@db/blog'],
    ['https://api.example/v1?api_key=hunter2&page=2', 'https://api.example/v1?api_key=•••&page=2'],
    ['see https://a.example/?token=hunter2#top', 'see https://a.example/?token=•••'],
    ['/login?next=%2Freset%3Ftoken%3Dhunter2', '/login?next=%2Freset%3Ftoken%3D•••'],
    ['https://a.example/cb#access_token=hunter2&type=x', 'https://a.example/cb#access_token=•••&type=x'],
  ]) {
    assert.equal(maskText(text!), expected);
  }
});

test('strings: an API key is recognised by its prefix and its random rest, whatever the prefix', () => {
  for (let run = 0; run < 500; run++) {
    const digest = createHash('sha256').update(String(run)).digest();
    const [hex, base64] = [digest.toString('hex'), digest.toString('base64url')];
    for (const key of [`blog_${base64}`, `sk_live_${base64}`, `acme_${hex.slice(0, 16)}`, `ghp_${hex}`]) {
      assert.equal(maskText(`key ${key} used`), 'key ••• used', key);
    }
  }
});

test('strings: whatever a reader needs stays as it is', () => {
  for (const text of [
    'UNIQUE constraint failed: users.email',
    'title is required, content must have at least 8 characters',
    'password must have at least 8 characters',
    '2f0c3a52-3a5e-4a39-9c3d-0f6f4d5a7b10',
    'how-to-write-24-tests-in-a-day',
    'PostsController.createPostWithAuthor called next() twice.',
    '2026-11-15T05:49:45.123Z',
    'http://localhost:3000/posts/7',
    'http://localhost:3000/posts?page=2&sort=title',
    'index posts_by_created_at_and_author_id_2024 is missing',
    'create_posts_with_authors_and_comments',
    'is_admin: true, password: null',
  ]) {
    assert.equal(maskText(text), text);
  }
});

test('SQL: placeholders and columns are not secrets, literals are', () => {
  for (const sql of [
    'select id, title from posts where author_id = ? order by created_at desc',
    'select * from users where email_key = ?',
    'select * from users where email_key = $1 and (password_hash = $2)',
    'select * from api_keys where key = ? and token in (?, ?)',
    'update sessions set token = upper(?), "key" = $12::text where s.token_hash = any($1)',
    'insert into keys (key, hash) values (?, ?) on conflict (key) do update set hash = excluded.hash',
    'update users set session = null where token=?',
  ]) {
    assert.equal(maskText(sql), sql);
  }
  assert.equal(
    maskText(`select 1 from users where password = 'hunter2' and a = ?`),
    `select 1 from users where password = '•••' and a = ?`,
  );
});

test('a long string is cut, and a secret at the cut does not come out in half', () => {
  assert.equal(maskText('word '.repeat(1000)).length, 400);
  assert.doesNotMatch(maskText(`${'x '.repeat(190)}${token}`), /eyJ/);
  assert.doesNotMatch(maskText(`${'x '.repeat(797)}${token}`), /eyJ/);
});

test('a long value costs no more than its length', () => {
  const pieces = [
    'a',
    'a-',
    'a.',
    ' ',
    '=',
    ':',
    'eyJ',
    '://',
    '"',
    '\\',
    '[',
    '{',
    'a:',
    'key=[',
    'key="',
    '%',
    'a_',
    '; ',
  ];
  for (const piece of pieces) {
    // A quadratic pattern would take a quarter of an hour for a million characters.
    const value = piece.repeat(1_000_000 / piece.length);
    const started = performance.now();
    maskHeaders({ cookie: value, 'set-cookie': value, authorization: value, referer: value });
    maskPath(value, { token: 'abc' });
    maskAll({ q: value });
    maskJson(value);
    assert.ok(performance.now() - started < 5_000, JSON.stringify(piece));
  }
});

test('headers: schemes, cookie names and attributes stay, values are masked', () => {
  assert.deepEqual(
    maskHeaders({
      authorization: `Bearer ${token}`,
      'x-api-key': 'blog_1',
      cookie: 'session=abc; theme=dark',
      'set-cookie': ['session=abc; Path=/; HttpOnly', 'theme=dark'],
      'proxy-authorization': 'hunter2',
      referer: 'https://a.example/?token=hunter2',
      location: 'https://shop.example/reset?token=2f0c3a52-3a5e-4a39-9c3d-0f6f4d5a7b10',
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
      referer: 'https://a.example/?token=•••',
      location: 'https://shop.example/reset?token=•••',
      'content-type': 'application/json',
      'content-length': '12',
    },
  );
  for (const [sent, shown] of [
    ['hunter2', '•••'],
    ['Baerer hunter2', 'Baerer •••'],
    ['Negotiate hunter2', 'Negotiate •••'],
    ['elephants never forget', '•••'],
  ]) {
    assert.deepEqual(maskHeaders({ authorization: sent }), { authorization: shown });
  }
});

test('headers: a cookie without "=" is a value, and is masked', () => {
  assert.deepEqual(maskHeaders({ cookie: 'hunter2' }), { cookie: '•••' });
  assert.deepEqual(maskHeaders({ cookie: 'a=1; hunter2;; =hunter3' }), { cookie: 'a=•••; •••; •••' });
  assert.deepEqual(maskHeaders({ 'set-cookie': 'hunter2; Path=/' }), { 'set-cookie': '•••; Path=/' });
});

test('query and path parameters with a secret name are masked', () => {
  assert.deepEqual(maskAll({ q: 'trees', token: 'abc', next: `/x?token=abc` }), {
    q: 'trees',
    token: '•••',
    next: '/x?token=•••',
  });
  assert.equal(maskPath('/reset/a%20b/now', { token: 'a b' }), '/reset/•••/now');
  assert.equal(maskPath(`/x/${token}`, { name: token }), '/x/•••');
  assert.equal(maskPath('/posts/7', { id: '7' }), '/posts/7');
  const [first, second] = ['hunter2'.repeat(200), 'hunter3'.repeat(200)];
  assert.equal(maskPath(`/a/${first}/b/${second}`, { token: first, secret: second }), '/a/•••/b/•••');
  assert.equal(maskPath('/a'.repeat(1000), {}).length, 400);
});

test('bodies: fields are masked at any depth, in arrays and inside strings', () => {
  assert.equal(
    maskJson(JSON.stringify({ id: 7, user: { password_hash: hash, name: 'Ada' }, keys: [{ key: 'k' }], t: token })),
    '{"id":7,"user":{"password_hash":"•••","name":"Ada"},"keys":[{"key":"•••"}],"t":"•••"}',
  );
  assert.equal(maskJson(`not json, password=hunter2`), 'not json, password=•••');
  assert.equal(maskJson(JSON.stringify([1, 2, 3, 4, 5, 6, 7])), '[1,2,3,4,5,"… 2 more"]');
});

test('context values are shown by their type, and themselves if they are short and harmless', () => {
  class Session {
    id = 'hunter2';
  }
  for (const [name, value, expected] of [
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
    assert.equal(summaryOf(name, value), expected);
  }
});
