import assert from 'node:assert/strict';
import { randomBytes, randomInt } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { describe, it } from 'node:test';
import type { AppOptions, Module } from 'trellis';
import { AppModule as blogOf14 } from './14-keys-and-refresh/src/app.module.ts';
import { AppModule as blogOf17 } from './17-abuse/src/app.module.ts';
import { appOptions } from './17-abuse/src/app.options.ts';
import { bearer, type Solution, startSolution } from './solution.fixture.ts';

// Learners put credentials in the wrong places while they find out where they belong. Whatever happens to a credential that
// the blog has seen, no trace may show eight characters of it in a row, and everything else must stay readable.

const blogs: [name: string, root: Module, options: AppOptions][] = [
  ['chapter 14', blogOf14, {}],
  ['chapter 17', blogOf17, appOptions],
];

/** Passwords as people and programs choose them. */
const passwords = {
  'random characters': () => randomBytes(12).toString('base64url'),
  'hexadecimal digits': () => randomBytes(10).toString('hex'),
  'decimal digits': () => pick('0123456789', 14),
  'lowercase letters': () => pick('bcdfghjklmnpqrstvwxz', 14),
  words: () => [7, 9, 4, 8].map((length) => pick('bcdfghjklmnpqrstvwxz', length)).join(' '),
  'characters with a meaning in JSON, URLs and regular expressions': () => pick('aB3"\\\'%&=+?#/.*$[]{}()| <>;:,', 24),
  'letters of other scripts': () => pick('äßéñøžжщфδλωあ漢字😀', 14),
};

for (const [name, root, options] of blogs) {
  describe(`the traces of the blog of ${name}`, () => {
    it('show no part of a credential, wherever it is sent, and everything else', async () => {
      const { traces, credentials, visible } = await traced(root, options);
      assertHidden(traces, credentials);
      const shown = JSON.stringify(traces);
      for (const value of visible) assert.ok(shown.includes(value), `${value} is hidden`);
    });
  });
}

async function traced(root: Module, options: AppOptions) {
  const traces: object[] = [];
  const record = (trace: unknown) => void traces.push(trace as object);
  subscribe('trellis:request', record);
  const app = await startSolution(root, { BCRYPT_COST: '4' }, options);
  try {
    const story = await useCredentials(app);
    for (const [, credential] of story.credentials) await misplace(app, credential, story);
    return { traces, ...story };
  } finally {
    unsubscribe('trellis:request', record);
    await app.stop();
  }
}

interface Story {
  /** Everything that gives access, by what it is. */
  credentials: Map<string, string>;
  /** What readers of a trace need. */
  visible: string[];
  postId: string;
  /** For requests that have to get past the authentication. */
  apiKey: string;
}

/** Registers, logs in in every way, and uses, refreshes and replaces what it got. */
async function useCredentials(app: Solution): Promise<Story> {
  const [password, changed] = [passwords['random characters'](), passwords['random characters']()];
  const [email, name, title] = [
    `ada.${pick('abcdef', 6)}@example.com`,
    'Ada Lovelace',
    'Sketch of the Analytical Engine',
  ];
  const credentials = new Map([['password', password]]);
  const login = { email, password };

  const registered = await app.post('/auth/register', { ...login, name });
  assert.equal(registered.status, 201, registered.text);
  credentials.set('token', registered.body.token);
  await app.post('/auth/login', login);
  await app.get('/auth/me', { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` });

  const pair = (await app.post('/auth/tokens', login)).body;
  const refreshed = (await app.post('/auth/refresh', { refresh_token: pair.refresh_token })).body;
  credentials.set('access token', pair.access_token).set('refresh token', pair.refresh_token);
  credentials.set('second refresh token', refreshed.refresh_token);

  const session = await app.post('/auth/session', login);
  const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
  credentials.set('session id', cookie.split('=')[1]!);
  assert.equal((await app.get('/auth/session', { cookie })).status, 200);

  const { key } = (await app.post('/auth/api-keys', { name: 'robot', scope: 'write' }, { cookie })).body;
  credentials.set('API key', key);
  const post = await app.post('/posts', { title, content: 'It weaves.' }, { 'x-api-key': key });
  assert.equal(post.status, 201, post.text);
  await app.get(`/posts/${post.body.id}`);

  const change = await app.put(
    '/auth/password',
    { current_password: password, new_password: changed },
    bearer(registered.body.token),
  );
  if (change.status === 200) credentials.set('new password', changed).set('new token', change.body.token);
  for (const [kind, passwordOf] of Object.entries(passwords)) {
    const other = { email: `${pick('abcdef', 10)}@example.com`, password: passwordOf(), name: kind };
    assert.equal((await app.post('/auth/register', other)).status, 201);
    credentials.set(kind, other.password);
  }
  const visible = [
    email,
    name,
    title,
    post.body.id,
    registered.body.user.id,
    'email_key, password, name',
    'session_id=',
  ];
  return { credentials, visible, postId: post.body.id, apiKey: key };
}

/** Sends a credential, and a part of it, to all places where it doesn't belong. */
async function misplace(app: Solution, credential: string, { postId, apiKey }: Story): Promise<void> {
  const key = { 'x-api-key': apiKey };
  const characters = [...credential];
  const from = randomInt(0, Math.max(1, characters.length - 8));
  for (const part of [credential, characters.slice(from, from + 8 + randomInt(0, 8)).join('')]) {
    const encoded = encodeURIComponent(part);
    await app.post('/posts', { title: part, content: `see ${part} there` }, key);
    await app.put(`/posts/${postId}`, { title: `see${part}there`, content: [part], [part]: part }, key);
    await app.post('/posts', `{"title": ${JSON.stringify(part)}, "content"`, key);
    await app.post('/posts', `title=${encoded}&content=${encoded}`, key);
    await app.post('/auth/login', { email: part, password: 'another', name: { first: part } });
    await app.post('/auth/refresh', { token: [part], nothing: part });
    await app.get(
      `/posts/${encoded}?q=${encoded}&page=${part.replace(/[^\w.-]/gu, (character) => encodeURI(character))}`,
    );
    await app.get(`/${encoded}/%ZZ?${encoded}=${encoded}`);
    await app.get(`/nowhere/${encoded}`, { referer: `https://example.com/${encoded}`, 'x-unknown': encoded });
    if (/^[\x21-\x7e]+$/.test(part))
      await app.get('/posts', { 'user-agent': part, 'x-unknown': `a ${part} b`, accept: part });
  }
}

/** Looks at every string of every trace, decoded and not, in any case. */
function assertHidden(traces: object[], credentials: ReadonlyMap<string, string>): void {
  const secret = new Map<string, string>();
  for (const [what, credential] of credentials) {
    for (const part of partsOf(credential)) secret.set(part, `${what} ${credential}`);
  }
  const strings = new Set(stringsIn(traces).flatMap((text) => [text, unescaped(text), decoded(text)]));
  for (const text of strings) {
    for (const part of partsOf(text)) assert.ok(!secret.has(part), `${part} of the ${secret.get(part)} is in ${text}`);
  }
}

/** Every eight characters in a row. */
function partsOf(text: string): string[] {
  const lowercase = text.toLowerCase();
  return Array.from({ length: Math.max(0, lowercase.length - 7) }, (_, at) => lowercase.slice(at, at + 8));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
}

/** A body in a trace is JSON, which escapes quotes and backslashes. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1');
}

function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

function pick(characters: string, length: number): string {
  const all = [...characters];
  return Array.from({ length }, () => all[randomInt(all.length)]).join('');
}
