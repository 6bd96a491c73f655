import jwt from 'jsonwebtoken';
import { cheapPasswords, earlyToken, register } from '#blog';
import { random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/admin/draft-keys'] });

const env = { ...cheapPasswords, JWT_SECRET: `a secret of this check, ${random.word()}` };

check('somebody with a token gets a key, and nobody else', async (app) => {
  const { blog, bearer } = await app.once(editor);
  const made = (await blog.post('/admin/draft-keys', undefined, { headers: bearer })).status(201);
  const cause = 'the key can be guessed: it is short, or follows from something that others know.';
  made.fields({ key: (value: unknown) => typeof value === 'string' && value.length >= 20 }, cause);
  const strangers: Record<string, string>[] = [{}, { Authorization: 'Bearer please' }, { Authorization: 'please' }];
  for (const headers of strangers) {
    const refused = await blog.post('/admin/draft-keys', undefined, { headers });
    refused.status(401, 'the new route is outside of the group with BearerAuth, and needs it, too.');
  }
});

check('the key opens the list of drafts, without a token', async (app) => {
  const { blog, bearer } = await app.once(editor);
  const { id } = (await blog.post('/posts', aPost(), { headers: bearer })).status(201).body;
  const list = (await blog.get('/admin/drafts', keyed(await aKey(app)))).status(200, notAsked);
  const ids = list.body.map((draft: { id: string }) => draft.id);
  list.expect(ids.includes(id), 'a list with the draft that was just written');
  for (let count = 0; count < 3; count++) {
    const again = await blog.get('/admin/drafts', keyed(await aKey(app)));
    again.status(200, 'a newer key replaces the older ones, or a key works only once.');
  }
});

check('an older key still works when there is a newer one', async (app) => {
  const { blog } = await app.once(editor);
  const [first, second] = [await aKey(app), await aKey(app)];
  for (const key of [first, second, first])
    (await blog.get('/admin/drafts', keyed(key))).status(200, 'the program remembers one key only, or each key once.');
});

check('the key opens nothing else', async (app) => {
  const { blog, bearer } = await app.once(editor);
  const key = await aKey(app);
  (await blog.post('/posts', aPost(), { headers: bearer })).status(201);
  const before = (await blog.get('/admin/drafts', { headers: bearer })).status(200).body.length;
  const cause =
    'the key opens a route that is not the list of drafts: its middleware is on the whole group, or in BearerAuth.';
  (await blog.delete('/admin/drafts', keyed(key))).status(401, cause);
  (await blog.post('/admin/draft-keys', undefined, keyed(key))).status(
    401,
    'with a key, one gets another key, and so forever.',
  );
  (await blog.post('/posts', aPost(), keyed(key))).status(401, cause);
  const after = (await blog.get('/admin/drafts', { headers: bearer })).status(200);
  after.expect(
    after.body.length === before,
    'as many drafts as before',
    'the request was refused, and carried out all the same.',
  );
});

check('a key is not a token, and a token is not a key', async (app) => {
  const { blog, bearer } = await app.once(editor);
  const key = await aKey(app);
  const asToken = { headers: { Authorization: `Bearer ${key}` } };
  const cause = 'the key is signed like a token and has the claims of one, so BearerAuth accepts it everywhere.';
  (await blog.post('/posts', aPost(), asToken)).status(401, cause);
  (await blog.delete('/admin/drafts', asToken)).status(401, cause);
  (await blog.post('/admin/draft-keys', undefined, asToken)).status(401, cause);
  const token = bearer.Authorization!.slice('Bearer '.length);
  const mixed = 'a token passes for a key: it is valid for a day, and a key for an hour.';
  (await blog.get('/admin/drafts', keyed(token))).status(401, mixed);
  (await blog.get('/admin/drafts', keyed(`Bearer ${token}`))).status(401, mixed);
});

check('a key is valid for one hour', async (app) => {
  const { blog, bearer } = await editor(app);
  const key = (await blog.post('/admin/draft-keys', undefined, { headers: bearer })).status(201).body.key;
  await blog.advance({ minutes: 59 });
  const cause = 'the key expires too early, or looking at the drafts shortens its life.';
  for (let count = 0; count < 2; count++) (await blog.get('/admin/drafts', keyed(key))).status(200, cause);
  await blog.advance({ minutes: 1, seconds: 1 });
  const late = 'the key is valid for longer than an hour, or each look at the drafts extends it.';
  (await blog.get('/admin/drafts', keyed(key))).status(401, late);
  (await blog.get('/admin/drafts', { headers: bearer })).status(200);
});

check('an unknown, changed or forged key is 401', async (app) => {
  const { blog } = await app.once(editor);
  const key = await aKey(app);
  const values = [
    'x',
    'null',
    '0',
    'undefined',
    '__proto__',
    'constructor',
    "' or '1'='1",
    '%',
    '{}',
    '..',
    'a.b.c',
    '🌻',
  ];
  const changed = [
    key.slice(0, -1),
    key.slice(1),
    `${key}x`,
    flipped(key, 3),
    flipped(key, key.length - 4),
    key.toUpperCase(),
  ];
  const cause = 'the program does not compare the whole key with what it has issued, or does not verify its signature.';
  for (const value of [...values, ...changed, ...forged(key)]) {
    if (value === key) continue;
    const response = await blog.get(
      '/admin/drafts',
      keyed(encodeURI(value) === value ? value : encodeURIComponent(value)),
    );
    response.expect(
      response.code < 500,
      'no 5xx: a client has sent this key',
      'the program fails because of a strange key.',
    );
    response.status(401, cause);
  }
});

check('an Authorization header decides alone', async (app) => {
  const { blog, bearer } = await app.once(editor);
  const key = await aKey(app);
  const cause = 'the key is looked at first, or in addition: with an `Authorization` header, only that header counts.';
  for (const Authorization of ['please', 'Bearer please', 'Basic eA=='])
    (await blog.get('/admin/drafts', { headers: { Authorization, 'Draft-Key': key } })).status(401, cause);
  const both = await blog.get('/admin/drafts', { headers: { ...bearer, 'Draft-Key': 'please' } });
  both.status(200, 'a wrong key refuses a request with a valid token.');
  (await blog.get('/admin/drafts')).error(
    401,
    'Missing authorization',
    'without any header, the response is another one.',
  );
});

const notAsked = 'the route still asks for a token only. A middleware of the group runs for all of its routes.';

/** A blog with somebody who has logged in. */
async function editor(app: Session): Promise<{ blog: Session; bearer: Record<string, string> }> {
  const blog = app.fresh(env);
  const { headers } = await earlyToken.obtain(blog, await register(blog));
  return { blog, bearer: { ...headers } };
}

async function aKey(app: Session): Promise<string> {
  const { blog, bearer } = await app.once(editor);
  return (await blog.post('/admin/draft-keys', undefined, { headers: bearer })).status(201).body.key;
}

function keyed(key: string) {
  return { headers: { 'Draft-Key': key } };
}

function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

function flipped(text: string, index: number): string {
  return `${text.slice(0, index)}${text[index] === 'a' ? 'b' : 'a'}${text.slice(index + 1)}`;
}

/** What somebody would try who has seen a key, and guesses how it is made. */
function forged(key: string): string[] {
  const later = Math.floor(Date.now() / 1000) + 1_000_000;
  const claims = jwt.decode(key);
  if (typeof claims === 'object' && claims !== null) {
    const longer = { ...claims, exp: later };
    return [jwt.sign(longer, '', { algorithm: 'none' }), jwt.sign(longer, 'another secret of 32 bytes or more')];
  }
  const parts = key.split(/[.~:]/);
  const moved = parts.map((part, index) => {
    if (/^\d{8,}$/.test(part))
      return parts.with(index, String(Number(part) + 1_000_000_000)).join(key[parts[0]!.length] ?? '');
    return '';
  });
  const opened = Buffer.from(key, 'base64url').toString();
  const encoded = /\d{10}/.test(opened)
    ? [Buffer.from(opened.replace(/\d{10}/, String(later))).toString('base64url')]
    : [];
  return [...moved.filter(Boolean), ...encoded];
}
