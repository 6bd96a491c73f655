import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Answer, type Behaviour, CheckFailure, random } from '#check';
import { RawClient } from '../../../scripts/workshop/attack/raw-client.ts';
import { Caller, cast, join, newArticle, newUser } from '../conduit.ts';

const hostile = [
  `' or '1'='1`,
  `"; drop table users; --`,
  `'); delete from articles; --`,
  `' union select password from users --`,
  `1; select pg_sleep(5)`,
  `a\r\nX-Injected: yes`,
  `\${7*7}{{7*7}}<%= 7*7 %>`,
  `../../../../etc/passwd`,
  `__proto__`,
  `constructor`,
  `toString`,
  '😀'.repeat(20),
];

/** Strings that make a careless pattern try every way to divide them, which takes longer than anybody waits. */
const tedious = [
  'a'.repeat(3_000),
  `a@${'a.'.repeat(1_500)}`,
  `a@${'.'.repeat(3_000)}`,
  `${'a@'.repeat(1_500)}`,
  ' '.repeat(3_000),
].map((text) => `${text}!`);

/** What strangers put into requests. */
export function input(badge: Behaviour): void {
  badge('Injection', ['O8', '06'], async (app) => {
    const { ann, guest } = await cast(app);
    const { slug } = await ann.write();
    const before = (await guest.get(`/articles?author=${ann.username}`)).status(200).body.articlesCount;
    for (const value of hostile) {
      const path = encodeURIComponent(value);
      for (const query of ['tag', 'author', 'favorited']) {
        const response = await guest.get(`/articles?${query}=${path}`);
        expectCalm(response).expect(response.body.articlesCount === 0, 'an empty list: nobody has this name');
      }
      for (const parameter of ['limit', 'offset'])
        expectCalm(await guest.get(`/articles?${parameter}=${path}`)).status(422);
      for (const url of [`/articles/${path}`, `/profiles/${path}`, `/articles/${slug}/comments/${path}`])
        expectCalm(await ann.send(url.includes('/comments/') ? 'DELETE' : 'GET', url)).status(404, inherited(value));
      for (const user of [
        { email: value, password: value },
        { email: ann.email, password: value },
      ]) {
        const response = await guest.post('/users/login', { user });
        expectCalm(response).expect(response.code !== 200, 'no login with a password that is none');
      }
      expectCalm(await ann.put('/user', { user: { bio: value } })).status(200);
      await expectKept(ann, value);
      expectCalm(await new Caller(app, path).get('/user')).status(401);
      expectCalm(await guest.post('/users', { user: { ...newUser(), username: `${value}${random.word()}` } }));
    }
    for (const value of tedious) {
      for (const user of [
        { email: value, password: value },
        { ...newUser(), email: value },
        { ...newUser(), username: value },
      ])
        expectCalm(await guest.post('username' in user ? '/users' : '/users/login', { user }));
      for (const user of [{ image: value }, { email: value }]) expectCalm(await ann.put('/user', { user })).status(422);
    }
    const after = await guest.get(`/articles?author=${ann.username}`);
    const expected = before + hostile.length;
    after.status(200).expect(after.body.articlesCount === expected, `all ${expected} articles to be there still`);
  });

  badge('Mass assignment', ['G8', '07'], async (app) => {
    const { ann, ben } = await cast(app);
    const member = await join(app);
    const more = {
      ...{ id: 1, user_id: 1, userId: 1, role: 'admin', isAdmin: true, token: 'mine', version: 99, token_version: 99 },
      ...{ password_hash: 'x', hash: 'x', salt: 'x', follows: [1], following: true, favorites: [1], createdAt: long },
    };
    const before = (await member.get('/user')).status(200).body.user;
    const user = await member.put('/user', { user: { ...more, bio: 'I cook.' } });
    user.status(200);
    user.expect(user.body.user.username === before.username && user.body.user.bio === 'I cook.', 'only another bio');
    (await member.get('/user')).status(200);
    const { email, password } = member;
    (await ann.post('/users/login', { user: { email, password } })).status(200);

    const article = { ...more, slug: 'mine', author: ben.username, author_id: ben.username, favoritesCount: 1000 };
    const written = await member.write(article as object);
    const changed = await member.put(`/articles/${written.slug}`, { article: { ...article, body: 'other' } });
    const { slug, author, favoritesCount, createdAt } = changed.status(200).body.article;
    changed.expect(slug === written.slug, `the slug ${written.slug}`);
    changed.expect(author.username === member.username, `the author ${member.username}`);
    changed.expect(favoritesCount === 0 && createdAt === written.createdAt, 'counts and times as they were');
    const comment = await member.post(`/articles/${slug}/comments`, { comment: { ...article, id: 1e9, body: 'Hm.' } });
    const { id, author: by } = comment.status(201).body.comment;
    comment.expect(id !== 1e9 && by.username === member.username, 'a comment of its author, with an id of yours');
    const polluted = await member.send('PUT', '/user', '{"user":{"__proto__":{"bio":"polluted"},"image":null}}');
    expectCalm(polluted);
    const profile = await ann.get(`/profiles/${ben.username}`);
    profile.status(200).expect(profile.body.profile.bio !== 'polluted', 'the profile of somebody else as it was');
  });

  badge('Bodies', ['O5', '18'], async (app) => {
    const { ann } = await cast(app);
    const port = Number(new URL(await app.url()).port);
    const headers = `Host: localhost\r\nContent-Type: application/json\r\nAuthorization: Token ${ann.token}\r\n`;
    const head = `POST /api/articles HTTP/1.1\r\n${headers}`;
    const { slug } = await ann.write();
    for (const request of [
      ...['POST /api/users', 'POST /api/users/login', 'PUT /api/user', 'POST /api/articles'],
      ...[`PUT /api/articles/${slug}`, `POST /api/articles/${slug}/comments`],
    ]) {
      const large = `${request} HTTP/1.1\r\n${headers}Content-Length: 1600000\r\n\r\n`;
      await expectRefused(port, large, (chunk) => chunk, `has 1.6 MB (${request})`);
    }
    await expectRefused(port, `${head}Content-Length: 50000000\r\n\r\n`, (chunk) => chunk, 'says that it has 50 MB');
    const chunked = (chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    await expectRefused(port, `${head}Transfer-Encoding: chunked\r\n\r\n`, chunked, 'never ends');
    const slow = Array.from({ length: 50 }, () => new RawClient(port));
    for (const client of slow) client.send(`${head}Content-Length: 1000\r\n\r\n{"article":`);
    await Promise.all(slow.map((client) => client.sent()));
    (await ann.get('/tags')).status(200, 'clients that send their bodies slowly keep others waiting.');
    await ann.write();
    for (const client of slow) client.vanish();
    expectCalm(await ann.send('POST', '/articles', `{"article":${'['.repeat(50_000)}${']'.repeat(50_000)}}`));
    expectCalm(await ann.send('POST', '/articles', `{"article":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`));
    (await ann.get('/tags')).status(200);
  });
}

const long = '2001-01-01T00:00:00.000Z';

/** Whatever was sent, the program has not failed, and no header was added. */
function expectCalm(response: Answer): Answer {
  response.expect(response.code < 500, 'a status below 500, whatever a request contains');
  response.expect(!response.headers.has('x-injected'), 'no header that a client has written');
  return response;
}

/** What every object has, whoever has put something into it. */
function inherited(value: string): string | undefined {
  if (!(value in {})) return undefined;
  return `names are looked up in a plain object, and every object has "${value}". Use a Map, or Object.hasOwn.`;
}

/** As a title, body and tag, it comes back as it was. */
async function expectKept(ann: Caller, value: string): Promise<void> {
  const response = await ann.post('/articles', {
    article: { ...newArticle(), title: value, body: value, tagList: [value.slice(0, 50)] },
  });
  expectCalm(response).status(201);
  const again = await ann.get(`/articles/${response.body.article.slug}`);
  again.status(200).expect(again.body.article.body === value, `the body ${JSON.stringify(value)}`);
}

const mostSent = 32 * 1024 * 1024;

/** Sends a body until the program responds or closes the connection. */
async function expectRefused(
  port: number,
  head: string,
  frame: (chunk: string) => string,
  what: string,
): Promise<void> {
  const client = new RawClient(port);
  client.send(`${head}${frame('{"article":{"body":"')}`);
  const chunk = frame('a'.repeat(64 * 1024));
  let isOver = false;
  const status = client.status(30_000).finally(() => {
    isOver = true;
  });
  let sent = 0;
  // After two megabytes, one that announces more has said enough. One that never ends has to be cut off.
  const most = head.includes('chunked') ? mostSent : 2 * 1024 * 1024;
  for (; sent < most && !isOver; sent += chunk.length) {
    client.send(chunk);
    await client.sent();
    // A closed connection takes everything at once, and would leave no time to notice it.
    await nextTurn();
  }
  if (!isOver && most === mostSent) client.vanish();
  const received = await status;
  client.vanish();
  if (sent < mostSent && [0, 413].includes(received)) return;
  throw new CheckFailure({
    problem: `A body that ${what} is not refused: after ${Math.round(sent / 1024 / 1024)} MB, the status is ${received || 'still missing'}.`,
    expected: '413, or a closed connection, after a little more than 1 MB',
    cause:
      'the program collects the whole body before it looks at its size, or responds only after the client has sent all of it.',
  });
}
