import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { CheckFailure, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

/** A password is hashed at full cost once in a run: whoever needs more of it starts a program with a lower cost. */
const cheap = { BCRYPT_COST: '4' };
const slow = { deadline: 30_000 };

step(1, (check) => {
  check('POST /auth/tokens answers with a pair of tokens', async (app) => {
    const program = quick(app);
    const person = await register(program);
    const answer = await program.post('/auth/tokens', login(person));
    answer
      .status(200, 'a right email and password give a pair, with the status 200.')
      .expect(
        keysOf(answer.body) === 'access_token, expires_in, refresh_token',
        'exactly these fields: access_token, refresh_token, expires_in',
        'the pair has three fields, spelled like this. A user does not belong to it, nor does anything else.',
      )
      .fields({ expires_in: 86_400 }, 'the access token is good for a day: the `lifetime` of the tokens service.')
      .fields(
        { refresh_token: (token: unknown) => uuid.test(String(token)) },
        'a refresh token is a random UUID: randomUUID() of node:crypto.',
      );
    const me = await program.get('/auth/me', bearer(answer.body.access_token));
    me.status(200, 'access_token is what tokens.sign(user) gives: a token like the one of a login.').json(person.user);
    const second = await program.post('/auth/tokens', login(person));
    second
      .status(200)
      .expect(
        second.body.refresh_token !== answer.body.refresh_token,
        'another refresh token each time',
        'generate makes a new random UUID for each pair.',
      );
    for (const wrong of [{ password: random.sentence() }, { email: random.email() }]) {
      (await program.post('/auth/tokens', { ...login(person), ...wrong })).error(
        401,
        'Invalid credentials',
        'ask the Credentials, as the login does: undefined is 401 with the words of the login.',
      );
    }
  });

  check('POST /auth/tokens refuses a body that is no login', async (app) => {
    for (const bad of [{}, { email: random.email() }, { email: random.word(), password: random.word() }, '{bad']) {
      (await app.post('/auth/tokens', bad)).error(400, 'Invalid request', 'bind the body with LoginDTO.');
    }
  });

  check('without a secret there is no pair', async (app) => {
    const program = app.fresh({ ...cheap, JWT_SECRET: '' });
    const person = await register(program);
    (await program.post('/auth/tokens', login(person))).error(
      500,
      'Failed to generate token',
      "JWT_SECRET is empty here, so sign throws. Catch it, and throw an HttpError(500, 'Failed to generate token').",
    );
  });
});

step(2, (check) => {
  check('POST /auth/refresh gives a new pair', async (app) => {
    const { person, used, refreshed, me, next } = await refreshes(app);
    refreshed
      .status(200, 'the refresh token was given a moment ago, and nobody has used it.')
      .expect(
        keysOf(refreshed.body) === 'access_token, expires_in, refresh_token',
        'a pair like the first one',
        'a refresh answers with a whole pair: a new access token and a new refresh token.',
      )
      .expect(
        refreshed.body.refresh_token !== used,
        'another refresh token than the old one',
        'the old one is used up: generate a new one.',
      );
    me.status(200, 'the new access token is signed for the user whose refresh token it was.').json(person.user);
    next.status(200, 'the new refresh token has to work, once.');
  });

  check('a refresh token works once', async (app) => {
    (await refreshes(app)).again.error(
      401,
      'invalid refresh token',
      'the same refresh token came a second time. `take` reads and deletes: what it gave once is not there any more.',
    );
  });

  check('of ten refreshes at once with one token, one wins', async (app) => {
    const { codes } = await refreshes(app);
    const winners = codes.filter((code) => code === 200).length;
    if (winners !== 1) {
      throw new CheckFailure({
        problem: `Ten requests came at once with the same refresh token, and ${winners} of them got a new pair.`,
        answered: codes.join(', '),
        expected: 'one 200, and nine 401',
        cause: 'two steps, get and then delete, leave a gap, and the others come through it. `take` is one step.',
      });
    }
  });

  check('what is no refresh token is refused', async (app) => {
    const because =
      'where the store has nothing under this token, the answer is 401. Mind the small i: the contract says so.';
    for (const refresh_token of [randomUUID(), random.word()]) {
      (await app.post('/auth/refresh', { refresh_token })).error(401, 'invalid refresh token', because);
    }
    for (const bad of [{}, { refresh_token: '' }, { refresh_token: 5 }, '{bad']) {
      (await app.post('/auth/refresh', bad)).error(400, 'Invalid request', 'bind the body with RefreshDTO.');
    }
    (await refreshes(app)).access.error(401, 'invalid refresh token', 'this is an access token, and no refresh token.');
  });

  check('a refresh token waits for seven days, and no longer', async (app) => {
    const { early, late } = await refreshes(app);
    early.status(200, 'six days and 23 hours later it must still work: the ttl is 7 days, in seconds.');
    late.error(
      401,
      'invalid refresh token',
      'seven days and an hour later it must be gone: hand the store a ttl of 7 days, in seconds.',
    );
  });
});

step(3, (check) => {
  check('POST /auth/logout ends the refresh token that the body names', async (app) => {
    const program = quick(app);
    const person = await register(program);
    const [mine, other] = [await pairOf(program, person), await pairOf(program, person)];
    const answer = await program.post('/auth/logout', { refresh_token: mine.refresh_token });
    answer.status(204, 'a logout answers 204, and returns nothing.').text('');
    (await program.post('/auth/refresh', { refresh_token: mine.refresh_token })).error(
      401,
      'invalid refresh token',
      'the refresh token still works after the logout: bind the body, and destroy the token that it names.',
    );
    (await program.post('/auth/refresh', { refresh_token: other.refresh_token })).status(
      200,
      'another pair of the same user must live on: destroy the one token, not all.',
    );
    for (const body of ['{bad', { refresh_token: randomUUID() }]) {
      const session = await program.post('/auth/session', login(person));
      const headers = { Cookie: (session.status(200).headers.get('set-cookie') ?? '').split(';')[0]! };
      (await program.post('/auth/logout', body, { headers })).status(204, anyBody);
      (await program.get('/auth/session', { headers })).error(
        401,
        'Invalid session',
        'the session has to end too, whatever the body says. Is `await this.sessions.destroy(…)` still there?',
      );
    }
  });

  check(
    'POST /auth/logout answers 204 whatever the body is',
    async (app) => {
      for (const body of [undefined, '{bad', '[]', { refresh_token: 5 }, { refresh_token: random.word() }]) {
        (await app.post('/auth/logout', body)).status(204, anyBody).text('');
      }
    },
    { alreadyTrue: true },
  );
});

step(4, (check) => {
  check('the API keys are behind the bearer guard', async (app) => {
    for (const [method, path] of [
      ['POST', '/auth/api-keys'],
      ['GET', '/auth/api-keys'],
      ['DELETE', `/auth/api-keys/${randomUUID()}`],
    ] as const) {
      (await app.send(method, path)).error(
        401,
        'Missing authorization header',
        'middlewares: [BearerAuth] on the group stands in front of all its children.',
      );
    }
  });

  check(
    'POST /auth/api-keys makes a key, and shows it',
    async (app) => {
      const me = await account(app);
      const name = random.sentence();
      const answer = await app.post('/auth/api-keys', { name, user_id: randomUUID() }, bearer(me.token));
      answer
        .status(201, 'something was created: 201.')
        .expect(
          keysOf(answer.body) === 'created_at, id, key, name, user_id',
          'exactly these fields: id, name, user_id, created_at, key',
          'the record, and the key beside it: { ...apiKey, key }. The digest is for the table only.',
        )
        .fields({ name, user_id: me.user.id }, 'the name is from the body, the user from the token: ctx.get(…).')
        .fields({ id: isText, created_at: isTime })
        .fields(
          { key: (key: unknown) => /^blog_.{32,}$/.test(String(key)) },
          'the key begins with blog_, and at least 32 characters of 32 random bytes follow.',
        );
      const second = await makeKey(app);
      answer.expect(
        second.key !== answer.body.key && second.id !== answer.body.id,
        'another key and another id each time',
        'both have to be made anew in `create`, not once for all.',
      );
      for (const bad of [{}, { name: '' }, '{bad']) {
        const refused = await app.post('/auth/api-keys', bad, bearer(me.token));
        refused.error(400, 'Invalid request', 'bind the body with CreateApiKeyDTO: the name is required.');
      }
    },
    slow,
  );

  check(
    'GET /auth/api-keys lists my keys, the newest first, and shows none',
    async (app) => {
      const me = await account(app);
      const { key: firstKey, ...first } = await makeKey(app);
      await app.advance({ seconds: 1 });
      const { key: secondKey, ...second } = await makeKey(app);
      const answer = await app.get('/auth/api-keys', bearer(me.token));
      answer.status(200).expect(Array.isArray(answer.body), 'a list of records', 'list gives all rows of this user.');
      const shown = answer.body.filter((entry: ApiKey) => [first.id, second.id].includes(entry.id));
      answer
        .expect(
          !answer.content.includes(firstKey) && !answer.content.includes(digestOf(firstKey)),
          'a list without the key and without its digest',
          'the list shows what the person needs to know. `select id, name, user_id, created_at`, not `select *`.',
        )
        .expect(
          JSON.stringify(shown.map(sorted)) === JSON.stringify([second, first].map(sorted)),
          `these two records, the newest first: ${JSON.stringify([second, first])}`,
          'the records are those that POST has answered, without the key, order by created_at desc.',
        );
      (await app.get('/auth/api-keys', bearer(strangersToken(app)))).status(200).json([], mineOnly);
    },
    slow,
  );

  check(
    'DELETE /auth/api-keys/:id revokes my key, and nobody else can',
    async (app) => {
      const me = await account(app);
      const { id } = await makeKey(app);
      const isListed = async () => {
        const list = await app.get('/auth/api-keys', bearer(me.token));
        return list.status(200).body.some((entry: ApiKey) => entry.id === id);
      };
      const foreign = await app.delete(`/auth/api-keys/${id}`, bearer(strangersToken(app)));
      foreign
        .status(204, 'the answer is 204 all the same: it does not tell whether there is such a key.')
        .expect(await isListed(), 'the key is still in the list of its owner', mineOnly);
      const own = await app.delete(`/auth/api-keys/${id}`, bearer(me.token));
      own
        .status(204, 'revoked: 204, and the handler gives nothing back.')
        .text('')
        .expect(!(await isListed()), 'the key is gone from the list', 'revoke deletes the row with this id.');
      (await app.delete(`/auth/api-keys/${id}`, bearer(me.token))).status(204, 'what is gone already is 204 too.');
    },
    slow,
  );

  check('the database keeps the record, and not the key', (app) =>
    withFile(async (file) => {
      const program = app.fresh({ ...cheap, DATABASE_URL: `file:${file}` });
      const { token } = await register(program);
      const name = random.word();
      const answer = await program.post('/auth/api-keys', { name }, bearer(token));
      const { key } = answer.status(201).body;
      await program.stop();
      const image = await readFile(file);
      const secret = String(key).replace(/^blog_/, '');
      answer
        .expect(image.includes(name), 'the record stands in the table api_keys', 'create inserts a row.')
        .expect(
          ![secret, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')].some((form) =>
            image.includes(form),
          ),
          'a database in which the key is nowhere to be found',
          'the key stands in the file for whoever gets hold of it. Store digest(key), never the key.',
        );
    }),
  );
});

step(5, (check) => {
  check(
    'GET /auth/api-keys/current without a key is 401',
    async (app) => {
      (await app.get('/auth/api-keys/current')).error(401, 'Missing API key', notGuarded);
      const { token } = await account(app);
      (await app.get('/auth/api-keys/current', bearer(token))).error(
        401,
        'Missing API key',
        'a bearer token is no API key. Only the header X-API-Key counts here.',
      );
    },
    slow,
  );

  check(
    'what is no key of ours is refused',
    async (app) => {
      const { id, key } = await makeKey(app);
      const base64 = createHash('sha256').update(key).digest('base64');
      for (const [what, wrong] of [
        ['a made-up key', `blog_${random.word()}`],
        ['the id of a key', id],
        ['the digest of a key, which stands in the table', digestOf(key)],
        ['the digest of a key, in base64', base64],
        ['a key in capital letters', key.toUpperCase()],
      ] as const) {
        (await app.get('/auth/api-keys/current', apiKey(wrong))).error(
          401,
          'Invalid API key',
          `this is ${what}. Look for the row with key_digest = digest(key), and for nothing else.`,
        );
      }
    },
    slow,
  );

  check(
    'GET /auth/api-keys/current with a key answers with its record',
    async (app) => {
      const [first, second] = [await makeKey(app), await makeKey(app)];
      for (const { key, ...record } of [first, second]) {
        const answer = await app.get('/auth/api-keys/current', apiKey(key));
        answer
          .status(200, 'this key was made a moment ago.')
          .json(record, 'the record that the middleware has left under "api_key": without key and digest.');
      }
    },
    slow,
  );

  check(
    'a revoked key opens nothing',
    async (app) => {
      const { id, key } = await makeKey(app);
      const { token } = await account(app);
      (await app.get('/auth/api-keys/current', apiKey(key))).status(200, notGuarded);
      (await app.delete(`/auth/api-keys/${id}`, bearer(token))).status(204);
      (await app.get('/auth/api-keys/current', apiKey(key))).error(
        401,
        'Invalid API key',
        'the key was revoked. The middleware has to ask the table each time.',
      );
    },
    slow,
  );
});

const anyBody = 'nobody is kept from logging out by a bad body: .catch(…) what bind throws.';
const mineOnly = 'the user of the token decides: where user_id = … in `list`, and in `revoke` too.';
const notGuarded = 'the route names [ApiKeyAuth], and stands outside of the group that BearerAuth guards.';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Person {
  email: string;
  password: string;
  token: string;
  user: { id: string };
}

interface Pair {
  access_token: string;
  refresh_token: string;
}

interface ApiKey {
  id: string;
  key: string;
}

/** A program in which passwords cost nothing: the shared one, if it is of that kind, or else a new one. */
function quick(app: Session): Session {
  return app.env.BCRYPT_COST === cheap.BCRYPT_COST ? app : app.fresh(cheap);
}

const accounts = new WeakMap<object, Promise<Person>>();

/** The user whom the checks of one run share. */
function account(app: Session): Promise<Person> {
  const person = accounts.get(app.env) ?? register(app);
  accounts.set(app.env, person);
  return person;
}

async function register(app: Session): Promise<Person> {
  const body = { email: random.email(), password: random.sentence(), name: random.word() };
  const answer = await app.post('/auth/register', body);
  // Without a secret the user is created, and the answer is 500.
  if (app.env.JWT_SECRET === '') return { ...body, token: '', user: { id: '' } };
  return { ...body, ...answer.status(201, 'POST /auth/register has to work as before.').body };
}

function login({ email, password }: Person) {
  return { email, password };
}

async function pairOf(app: Session, person: Person): Promise<Pair> {
  const answer = await app.post('/auth/tokens', login(person));
  return answer.status(200, 'POST /auth/tokens gives the pair that is needed here: step 1.').body;
}

type Answer = Awaited<ReturnType<Session['get']>>;

interface Refreshes {
  person: Person;
  used: string;
  refreshed: Answer;
  me: Answer;
  next: Answer;
  again: Answer;
  codes: number[];
  access: Answer;
  early: Answer;
  late: Answer;
}

const lives = new WeakMap<object, Promise<Refreshes>>();

/** A week in the life of a program, for all checks of step 2. */
function refreshes(app: Session): Promise<Refreshes> {
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(farStore)}`;
  const life = lives.get(app.env) ?? refresh(app.fresh({ ...cheap, NODE_OPTIONS }));
  lives.set(app.env, life);
  return life;
}

async function refresh(program: Session): Promise<Refreshes> {
  const send = (refresh_token: string) => program.post('/auth/refresh', { refresh_token });
  const person = await register(program);
  const pairs: Pair[] = [];
  while (pairs.length < 4) pairs.push(await pairOf(program, person));
  const [first, second, third, fourth] = pairs as [Pair, Pair, Pair, Pair];
  const refreshed = await send(first.refresh_token);
  const me = await program.get('/auth/me', bearer(refreshed.body.access_token));
  const [again, next] = [await send(first.refresh_token), await send(refreshed.body.refresh_token)];
  const racing = await Promise.all(Array.from({ length: 10 }, () => send(second.refresh_token)));
  const codes = racing.map(({ code }) => code);
  const access = await send(second.access_token);
  await program.advance({ hours: 7 * 24 - 1 });
  const early = await send(third.refresh_token);
  await program.advance({ hours: 2 });
  const late = await send(fourth.refresh_token);
  return { person, used: first.refresh_token, refreshed, me, next, again, codes, access, early, late };
}

async function makeKey(app: Session): Promise<ApiKey> {
  const { token } = await account(app);
  const answer = await app.post('/auth/api-keys', { name: random.sentence() }, bearer(token));
  return answer.status(201, 'POST /auth/api-keys makes the key that is needed here: step 4.').body;
}

/** Of somebody else, signed as we sign. */
function strangersToken(app: Session): string {
  const claims = { user_id: randomUUID(), email: random.email(), role: 'user', iss: 'blog' };
  return jwt.sign(claims, app.env.JWT_SECRET!, { algorithm: 'HS256', expiresIn: 3_600 });
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function apiKey(key: string) {
  return { headers: { 'X-API-Key': key } };
}

/**
 * Runs before the program: each answer of its key-value store takes a while, as if the store were on another machine.
 * In the memory of one process nobody gets a turn between two operations, and a gap would never show.
 */
const farStore = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', async ({ app }) => {
    const { KeyValue } = await import('${new URL('../../framework/index.ts', import.meta.url).href}');
    const store = app.get(KeyValue);
    for (const name of ['get', 'set', 'take', 'delete']) {
      const operation = store[name].bind(store);
      store[name] = async (...words) => {
        const value = await operation(...words);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return value;
      };
    }
  });
`;

async function withFile(work: (file: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-'));
  try {
    await work(join(folder, 'blog.db'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** Of whatever was answered: a check that fails has to say why, not to crash. */
function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort().join(', ') : '';
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(record).sort(([one], [other]) => one.localeCompare(other));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
}
