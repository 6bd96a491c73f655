import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import test from 'node:test';
import { Credentials } from './credentials.ts';

function knowing(...values: string[]): Credentials {
  const credentials = new Credentials();
  for (const value of values) credentials.remember(value, 'sent');
  return credentials;
}

const uuid = '3f2b8c1d-94e0-4a7b-8d15-6c0e9f7a2b43';

test('a known credential is masked wherever it is, however it is written', () => {
  for (const [secret, text, expected] of [
    [uuid, `Not found: ${uuid}.`, 'Not found: •••.'],
    [uuid, `before${uuid.toUpperCase()}after`, 'before•••after'],
    [uuid, `${uuid}${uuid} ${uuid}`, '••• •••'],
    ['correct horse battery', 'I said correct horse battery.', 'I said •••.'],
    ['correct horse battery', '/x?q=correct%20horse%20battery&a=%41', '/x?q=•••&a=A'],
    ['correct horse battery', 'q=correct+horse+battery&a=1', 'q=•••&a=1'],
    ['correct horse battery', 'a=correct%20horse%20battery&b=correct+horse+battery', 'a=•••&b=•••'],
    ['correct horse battery', '%63%6f%72%72ect%20horse%20battery%', '•••%'],
    ['say "cheese" \\o/', '{"title":"say \\"cheese\\" \\\\o/"', '{"title":"•••"'],
    ['grüße aus köln', 'grüße aus köln', '•••'],
    ['grüße aus köln', '{"title":"gr\\u00fc\\u00dfe aus k\\u00f6ln"}', '{"title":"•••"}'],
    ['grüße aus köln', Buffer.from('grüße aus köln').toString('latin1'), '•••'],
    ['İstanbul4711', 'in İSTANBUL4711 and İ', 'in ••• and İ'],
  ] as const) {
    assert.equal(knowing(secret).mask(text), expected);
  }
});

test('of a credential, every part of at least eight characters is masked, and shorter ones are not', () => {
  const credentials = knowing(uuid);
  for (let start = 0; start < uuid.length; start++) {
    for (let end = start + 1; end <= uuid.length; end++) {
      const part = uuid.slice(start, end);
      assert.equal(credentials.mask(`a ${part} b`), part.length < 8 ? `a ${part} b` : 'a ••• b', part);
    }
  }
});

test('a short credential is only masked as a whole word', () => {
  const credentials = knowing('hunter2', '481516');
  assert.equal(credentials.mask('hunter2, (Hunter2) code=481516!'), '•••, (•••) code=•••!');
  assert.equal(credentials.mask('hunter22 1hunter2 4815162'), 'hunter22 1hunter2 4815162');
});

test('what is too short or too ordinary to be recognised is not remembered', () => {
  const credentials = knowing('', 'abc', '12345', 'title', 'dragon', 'aaaaaaaaaaaa', '----------------');
  for (const text of ['abc', '12345', 'title', 'dragon', 'aaaaaaaaaaaaaaa', '-'.repeat(40)]) {
    assert.equal(credentials.mask(text), text);
  }
});

test('words that the program uses stay readable, although they are part of a password', () => {
  const credentials = knowing('password1', 'Password of Ada', 'published-2024', 'undefined', 'description');
  const sql = "select id, password, description from posts where published = ? and title <> 'published-2024'";
  credentials.vocabulary.learn(sql);
  for (const text of [
    'password must have at least 8 characters',
    'set published = undefined',
    'no column description',
  ]) {
    assert.equal(credentials.mask(text), text);
  }
  assert.equal(credentials.mask(sql), sql.replace('published-2024', '•••'));
  for (const secret of ['password1', 'Password of Ada', 'published-2024', 'published-20']) {
    assert.equal(credentials.mask(`a ${secret} b`), 'a ••• b');
  }
});

test('what a statement has in quotes is data, and not a word of the program', () => {
  const credentials = knowing('watermelons');
  credentials.vocabulary.learn(`select 'it''s watermelons' from posts`);
  assert.equal(credentials.mask('watermelons'), '•••');
});

test('ids that sort by time stay readable, unless the program has issued one as a credential', () => {
  const [post, other] = ['01936b1c-7a2f-7c3d-9e4f-5a6b7c8d9e0f', '01936b1c-7a30-7c3d-9e4f-5a6b7c8d9e10'];
  const credentials = knowing(post);
  assert.equal(credentials.mask(`/posts/${post}`), `/posts/${post}`);
  credentials.remember(post, 'issued');
  assert.equal(credentials.mask(`/posts/${post} ${other}`), `/posts/••• ${other}`, 'and only that one');
  credentials.remember(`s:${other}.signature`, 'sent');
  const next = other.replace(/.{12}$/, '6c7d8e9f0a1b');
  assert.equal(credentials.mask(`/posts/${next}`), `/posts/${next}`, 'although it was issued at the same time');
});

test('ids that are not credentials have no part in common with those that are', () => {
  const credentials = knowing(...Array.from({ length: 500 }, () => randomUUID()));
  const ids = Array.from({ length: 500 }, () => `01936b1c-${randomUUID().slice(9, 14)}7${randomUUID().slice(15)}`);
  const hidden = ids.filter((id) => credentials.mask(id) !== id);
  assert.ok(hidden.length < 3, hidden.join());
});

test('the oldest credentials are forgotten, one that is used again is not, and the memory is bounded', () => {
  const credentials = knowing(uuid);
  const first = randomBytes(24).toString('base64url');
  credentials.remember(first, 'sent');
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 20_000; count++) {
    credentials.remember(randomUUID(), 'sent');
    if (count % 500 === 0) credentials.remember(uuid, 'sent');
  }
  const long = randomBytes(1_000_000).toString('hex');
  credentials.remember(long, 'sent');
  assert.equal(credentials.mask(uuid), '•••');
  assert.equal(credentials.mask(first), first);
  assert.equal(credentials.mask(long.slice(0, 4_096)), '•••');
  const grown = (process.memoryUsage().heapUsed - before) / 1e6;
  assert.ok(grown < 60, `${grown} MB`);
});

test('the time for a string grows with its length only', () => {
  const credentials = knowing(...Array.from({ length: 1_000 }, () => randomUUID()), 'a'.repeat(4_096), 'hunter2');
  for (const piece of ['a', 'hunter2', '%41', '%', '+ ', uuid]) {
    const text = piece.repeat(200_000 / piece.length);
    const started = performance.now();
    credentials.mask(text);
    assert.ok(performance.now() - started < 5_000, JSON.stringify(piece));
  }
});
