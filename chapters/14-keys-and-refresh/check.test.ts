import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { type Answer, CheckFailure, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('POST /auth/tokens answers with a pair of tokens', async (app) => {
    const { program, person } = await app.once(home);
    const answer = await program.post('/auth/tokens', login(person));
    answer.status(200, 'a right email and password give a pair, with the status 200.');
    must(
      answer,
      keysOf(answer.body) === 'access_token, expires_in, refresh_token',
      'The pair has other fields.',
      'exactly these fields: access_token, refresh_token, expires_in',
      'the pair has three fields, spelled like this. A user does not belong to it, nor does anything else.',
    );
    answer.fields({ expires_in: 86_400 }, 'the access token is good for a day: the `lifetime` of the tokens service.');
    const token = refreshTokenOf(answer);
    const me = await program.get('/auth/me', bearer(answer.body.access_token));
    me.status(200, 'access_token is what tokens.sign(user) gives: a token like the one of a login.').json(person.user);
    const second = await program.post('/auth/tokens', login(person));
    must(
      second,
      refreshTokenOf(second) !== token,
      'The second pair has the refresh token of the first.',
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

  check('the store keeps the digest of a refresh token, and not the token', async (app) => {
    const { program, person, stored } = await app.once(home);
    const before = (await stored()).length;
    const answer = await program.post('/auth/tokens', login(person));
    const token = refreshTokenOf(answer);
    const entries = (await stored()).slice(before);
    must(
      answer,
      !entries.some((entry) => JSON.stringify(entry).includes(token)),
      'The store holds the token as it is.',
      'a store in which the token is nowhere to be found',
      `whoever reads the store can use it. Keep it under \`refresh:\${digest(token)}\`.`,
    );
    const names = entries.map(([name]) => String(name));
    must(
      answer,
      names.length > 0,
      'Nothing was stored.',
      'the user_id, under refresh:<digest>',
      '`generate` has to `set` it before it gives the token, in the KeyValue store.',
    );
    const name = names.find((name) => name.startsWith('refresh:')) ?? names[0]!;
    must(
      answer,
      name === `refresh:${digestOf(token)}`,
      `It is stored under "${name}".`,
      '"refresh:", and the SHA-256 of the token in 64 hex digits',
      strangeName(name),
    );
  });

  check(
    'POST /auth/tokens refuses a body that is no login',
    async (app) => {
      const { program } = await app.once(home);
      for (const bad of [{}, { email: random.email() }, { email: random.word(), password: random.word() }, '{bad']) {
        (await program.post('/auth/tokens', bad)).error(400, 'Invalid request', 'bind the body with LoginDTO.');
      }
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('POST /auth/refresh gives a new pair', async (app) => {
    const { person, used, refreshed, me, next } = await app.once(week);
    refreshed.status(200, 'the refresh token was given a moment ago, and nobody has used it.');
    must(
      refreshed,
      keysOf(refreshed.body) === 'access_token, expires_in, refresh_token',
      'The answer is no pair.',
      'a pair like the first one',
      'a refresh answers with a whole pair: a new access token and a new refresh token.',
    );
    must(
      refreshed,
      refreshed.body.refresh_token !== used,
      'The new pair has the old refresh token.',
      'another refresh token than the old one',
      'the old one is used up: generate a new one.',
    );
    me.status(200, 'the new access token is signed for the user whose refresh token it was.').json(person.user);
    next.status(200, 'the new refresh token has to work, once.');
  });

  check('a refresh token works once', async (app) => {
    const { again } = await app.once(week);
    notRefreshed(
      again,
      'the same refresh token came a second time. `take` reads and deletes: what it gave once is not there any more.',
    );
  });

  check('of ten refreshes at once with one token, one wins', async (app) => {
    const { codes } = await app.once(week);
    const winners = codes.filter((code) => code === 200).length;
    if (winners !== 1) {
      throw new CheckFailure({
        problem: `Ten requests came at once with the same refresh token, and ${winners} of them got a new pair.`,
        answered: codes.join(', '),
        expected: 'one 200, and nine 401',
        cause:
          winners === 0
            ? 'not even one refresh works yet: begin with the check "POST /auth/refresh gives a new pair".'
            : 'two steps, get and then delete, leave a gap, and the others come through it. `take` is one step.',
      });
    }
  });

  check('what is no refresh token is refused', async (app) => {
    const { program } = await app.once(home);
    for (const refresh_token of [randomUUID(), random.word()]) {
      const answer = await program.post('/auth/refresh', { refresh_token });
      notRefreshed(answer, 'where the store has nothing under this token, the answer is 401.');
    }
    for (const bad of [{}, { refresh_token: '' }, { refresh_token: 5 }, '{bad']) {
      (await program.post('/auth/refresh', bad)).error(400, 'Invalid request', 'bind the body with RefreshDTO.');
    }
    const { access } = await app.once(week);
    notRefreshed(access, 'this is an access token, and no refresh token.');
  });

  check('a refresh token whose user is gone is refused', async (app) => {
    const { program, orphan } = await app.once(home);
    notRefreshed(
      await program.post('/auth/refresh', { refresh_token: orphan }),
      'the store knows this token, but its user is gone: `find` gives undefined, and there is nobody to sign for.',
    );
  });

  check('a refresh token survives an outage of the database', async (app) => {
    const { during, after } = await app.once(week);
    during.status(503, 'while the database is away, nobody can say whose token it is: let the error pass.');
    after.status(
      200,
      'the token was consumed before the database was asked, so the client that got the 503 has lost its login. ' +
        'Look the token up with `get`, find the user, and `take` the token only then.',
    );
  });

  check('a refresh token waits for seven days, and no longer', async (app) => {
    const { early, late } = await app.once(week);
    early.status(200, 'six days and 23 hours later it must still work: the ttl is 7 days, in seconds.');
    notRefreshed(late, 'seven days and an hour later it must be gone: hand the store a ttl of 7 days, in seconds.');
  });
});

step(3, (check) => {
  check('POST /auth/logout ends the refresh token that the body names', async (app) => {
    const { program, person } = await app.once(home);
    const [mine, other] = await Promise.all([pairOf(program, person), pairOf(program, person)]);
    const answer = await program.post('/auth/logout', { refresh_token: mine.refresh_token });
    answer.status(204, 'a logout answers 204, and returns nothing.').text('');
    notRefreshed(
      await program.post('/auth/refresh', { refresh_token: mine.refresh_token }),
      'the refresh token still works after the logout: bind the body, and destroy the token that it names.\n' +
        '  Or: `bind` fails, and `.catch` hides why. The trace in the terminal of `npm run chapter 14` says it.',
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
      const { program } = await app.once(home);
      const bodies = [undefined, '{bad', '[]', { refresh_token: 5 }, { refresh_token: random.word() }];
      const answers = await Promise.all(bodies.map((body) => program.post('/auth/logout', body)));
      for (const answer of answers) answer.status(204, anyBody).text('');
    },
    { alreadyTrue: true },
  );
});

step(4, (check) => {
  check(
    'the API keys are behind the bearer guard',
    async (app) => {
      const { program } = await app.once(home);
      for (const [method, path] of [
        ['POST', '/auth/api-keys'],
        ['GET', '/auth/api-keys'],
        ['DELETE', `/auth/api-keys/${randomUUID()}`],
      ] as const) {
        (await program.send(method, path)).error(
          401,
          'Missing authorization header',
          'middlewares: [BearerAuth] on the group stands in front of all its children.',
        );
      }
    },
    { alreadyTrue: true },
  );

  check('POST /auth/api-keys makes a key, and shows it', async (app) => {
    const { program, person, mine } = await app.once(home);
    const name = random.sentence();
    const answer = await program.post('/auth/api-keys', { name, user_id: randomUUID() }, mine);
    answer.status(201, answer.code === 501 ? notWritten : 'something was created: 201.');
    must(
      answer,
      keysOf(answer.body) === 'created_at, id, key, name, user_id',
      'The answer has other fields.',
      'exactly these fields: id, name, user_id, created_at, key',
      'the record, and the key beside it: { ...apiKey, key }. The digest is for the table only.',
    );
    answer
      .fields({ name, user_id: person.user.id }, 'the name is from the body, the user from the token: ctx.get(…).')
      .fields({ id: isText, created_at: isTime }, 'id is uuid(), created_at is new Date().toISOString().')
      .expect(
        uuid7.test(String(answer.body.id)),
        'a UUID of version 7 in "id"',
        "the ids of the posts are made by `v7` of the package uuid, and so are these: import { v7 as uuid } from 'uuid'.",
      )
      .expect(
        /^blog_[\w-]{43}$/.test(String(answer.body.key)),
        'a key of blog_ and 43 characters more',
        "32 random bytes are 43 characters as base64url: randomBytes(32).toString('base64url').",
      );
    const second = await makeKey(app);
    must(
      answer,
      second.key !== answer.body.key && second.id !== answer.body.id,
      'Two keys are the same.',
      'another key and another id each time',
      'both have to be made anew in `create`, not once for all.',
    );
    for (const bad of [{}, { name: '' }, '{bad']) {
      const refused = await program.post('/auth/api-keys', bad, mine);
      refused.error(400, 'Invalid request', 'bind the body with CreateApiKeyDTO: the name is required.');
    }
  });

  check('GET /auth/api-keys lists my keys, the newest first, and shows none', async (app) => {
    const { program, mine, strangers } = await app.once(home);
    const { key: firstKey, ...first } = await makeKey(app);
    await program.advance({ seconds: 1 });
    const { key: secondKey, ...second } = await makeKey(app);
    const answer = await program.get('/auth/api-keys', mine);
    answer.status(200);
    must(
      answer,
      Array.isArray(answer.body),
      'The answer is no list.',
      'a list of records',
      'list gives all rows of this user.',
    );
    const shown = answer.body.filter((entry: ApiKey) => [first.id, second.id].includes(entry.id));
    must(
      answer,
      !answer.content.includes(firstKey) && !answer.content.includes(digestOf(firstKey)),
      answer.content.includes(firstKey) ? 'The list shows the key.' : 'The list shows the digest.',
      'a list without the key and without its digest',
      'the list shows what the person needs to know. `select id, name, user_id, created_at`, not `select *`.',
    );
    must(
      answer,
      JSON.stringify(shown.map(sorted)) === JSON.stringify([second, first].map(sorted)),
      'The list has other records, or another order.',
      `these two among the records, the newer one before the other: ${JSON.stringify([second, first])}`,
      'the records are those that POST has answered, without the key, order by created_at desc.',
    );
    (await program.get('/auth/api-keys', strangers)).status(200).json([], mineOnly);
  });

  check('DELETE /auth/api-keys/:id revokes my key, and nobody else can', async (app) => {
    const { program, mine, strangers } = await app.once(home);
    const { id } = await makeKey(app);
    const isListed = async () => {
      const list = await program.get('/auth/api-keys', mine);
      return list.status(200).body.some((entry: ApiKey) => entry.id === id);
    };
    const foreign = await program.delete(`/auth/api-keys/${id}`, strangers);
    foreign.status(204, 'the answer is 204 all the same: it does not tell whether there is such a key.');
    must(
      foreign,
      await isListed(),
      'Another user revoked the key.',
      'the key is still in the list of its owner',
      mineOnly,
    );
    const own = await program.delete(`/auth/api-keys/${id}`, mine);
    own.status(204, 'revoked: 204, and the handler gives nothing back.').text('');
    must(
      own,
      !(await isListed()),
      'The key was not revoked.',
      'the key is gone from the list',
      'revoke deletes the row with this id. Is an `await` or a `return` missing in front of it?',
    );
    (await program.delete(`/auth/api-keys/${id}`, mine)).status(204, 'what is gone already is 204 too.');
  });

  check('the database keeps the record, and not the key', async (app) => {
    const { program, mine, image } = await app.once(home);
    const name = random.word();
    const answer = await program.post('/auth/api-keys', { name }, mine);
    const { key } = answer.status(201).body;
    const file = await image();
    must(
      answer,
      file.includes(name),
      'The record is not in the database.',
      'the record stands in the table api_keys',
      'create inserts a row, and awaits it.',
    );
    const forms = [String(key).replace(/^blog_/, ''), ...(['base64', 'hex'] as const).map(asText(key))];
    must(
      answer,
      !forms.some((form) => file.includes(form)),
      'The key stands in the database.',
      'a database in which the key is nowhere to be found',
      'whoever gets hold of the file has every key. Store digest(key), never the key.',
    );
  });
});

step(5, (check) => {
  check('GET /auth/api-keys/current without a key is 401', async (app) => {
    const { program, mine } = await app.once(home);
    const answer = await program.get('/auth/api-keys/current');
    must(answer, answer.code !== 404, 'There is no such route yet.', '401 {"error":"Missing API key"}', notGuarded);
    answer.error(401, 'Missing API key', notGuarded);
    (await program.get('/auth/api-keys/current', mine)).error(
      401,
      'Missing API key',
      'a bearer token is no API key. Only the header X-API-Key counts here.',
    );
  });

  check('what is no key of ours is refused', async (app) => {
    const { program } = await app.once(home);
    const { id, key } = await makeKey(app);
    const base64 = createHash('sha256').update(key).digest('base64');
    for (const [what, wrong] of [
      ['a made-up key', `blog_${random.word()}`],
      ['the id of a key', id],
      ['the digest of a key, which stands in the table', digestOf(key)],
      ['the digest of a key, in base64', base64],
      ['a key in capital letters', key.toUpperCase()],
    ] as const) {
      refused(await program.get('/auth/api-keys/current', apiKey(wrong)), what);
    }
  });

  check('GET /auth/api-keys/current with a key answers with its record', async (app) => {
    const { program } = await app.once(home);
    const [first, second] = [await makeKey(app), await makeKey(app)];
    for (const { key, ...record } of [first, second]) {
      const answer = await program.get('/auth/api-keys/current', apiKey(key));
      answer
        .status(200, 'this key was made a moment ago.')
        .json(record, 'the record that the middleware has left under "api_key": without key and digest.');
    }
  });

  check('a revoked key opens nothing', async (app) => {
    const { program, mine } = await app.once(home);
    const { id, key } = await makeKey(app);
    (await program.get('/auth/api-keys/current', apiKey(key))).status(200, notGuarded);
    (await program.delete(`/auth/api-keys/${id}`, mine)).status(204);
    refused(await program.get('/auth/api-keys/current', apiKey(key)), 'a key that was revoked');
  });
});

const anyBody = 'nobody is kept from logging out by a bad body: .catch(…) what bind throws.';
const notWritten =
  '501 is the starter’s own answer: `create`, `list` and `revoke` of ApiKeysService wait to be written.';
const mineOnly = 'the user of the token decides: where user_id = … in `list`, and in `revoke` too.';
const notGuarded = 'the route names [ApiKeyAuth], and stands outside of the group that BearerAuth guards.';

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

interface Person {
  email: string;
  password: string;
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

interface Home {
  program: Session;
  person: Person;
  /** The headers of this person, and of somebody else. */
  mine: { headers: Record<string, string> };
  strangers: { headers: Record<string, string> };
  /** A refresh token that the store knows, of a user whom the database does not. */
  orphan: string;
  /** What the store was told to keep: name, value and options of each. */
  stored(): Promise<unknown[][]>;
  /** The database as it is on disk: there before the answer to a change is. */
  image(): Promise<Buffer>;
  /** Does something while the database can't be reached. */
  duringOutage<T>(act: () => Promise<T>): Promise<T>;
}

/** One program for all checks: a password costs nothing in it, its store is far away, and its data can be looked at. */
async function home(app: Session): Promise<Home> {
  const folder = await app.folder();
  const [database, notes, outage] = ['blog.db', 'stored', 'outage'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const orphan = randomUUID();
  const program = app.fresh({
    BCRYPT_COST: '4',
    DATABASE_URL: `file:${database}`,
    STORED_NOTES: notes,
    OUTAGE: outage,
    ORPHAN: digestOf(orphan),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(farStore)}`,
  });
  const person = await register(program);
  return {
    program,
    person,
    mine: bearer(sign(program, person.user.id)),
    strangers: bearer(sign(program, randomUUID())),
    orphan,
    stored: async () => {
      const text = await readFile(notes, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    },
    image: () => readFile(database),
    duringOutage: async (act) => {
      await writeFile(outage, '');
      return act().finally(() => rm(outage));
    },
  };
}

interface Week {
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
  during: Answer;
  after: Answer;
}

/** A week in the life of the program, for all checks of step 2. */
async function week(app: Session): Promise<Week> {
  const { program, person, duringOutage } = await app.once(home);
  const send = (refresh_token: string) => program.post('/auth/refresh', { refresh_token });
  const pairs = await Promise.all(Array.from({ length: 5 }, () => pairOf(program, person)));
  const [first, second, third, fourth, fifth] = pairs as [Pair, Pair, Pair, Pair, Pair];
  const refreshed = await send(first.refresh_token);
  const [me, again, next] = await Promise.all([
    program.get('/auth/me', bearer(refreshed.body.access_token)),
    send(first.refresh_token),
    send(refreshed.body.refresh_token),
  ]);
  const racing = await Promise.all(Array.from({ length: 10 }, () => send(second.refresh_token)));
  const codes = racing.map(({ code }) => code);
  const access = await send(second.access_token);
  const during = await duringOutage(() => send(fifth.refresh_token));
  const after = await send(fifth.refresh_token);
  await program.advance({ hours: 7 * 24 - 1 });
  const early = await send(third.refresh_token);
  await program.advance({ hours: 2 });
  const late = await send(fourth.refresh_token);
  return { person, used: first.refresh_token, refreshed, me, next, again, codes, access, early, late, during, after };
}

async function register(app: Session): Promise<Person> {
  const body = { email: random.email(), password: random.sentence(), name: random.word() };
  const answer = await app.post('/auth/register', body);
  return { ...body, ...answer.status(201, 'POST /auth/register has to work as before.').body };
}

function login({ email, password }: Person) {
  return { email, password };
}

async function pairOf(app: Session, person: Person): Promise<Pair> {
  const answer = await app.post('/auth/tokens', login(person));
  return answer.status(200, 'POST /auth/tokens gives the pair that is needed here: step 1.').body;
}

async function makeKey(app: Session): Promise<ApiKey> {
  const { program, mine } = await app.once(home);
  const answer = await program.post('/auth/api-keys', { name: random.sentence() }, mine);
  return answer.status(201, 'POST /auth/api-keys makes the key that is needed here: step 4.').body;
}

/** Signed as we sign, and good for as long as the clock of a check may be moved. */
function sign(app: Session, user_id: string): string {
  const claims = { user_id, email: random.email(), role: 'user', iss: 'blog' };
  return jwt.sign(claims, app.env.JWT_SECRET!, { algorithm: 'HS256', expiresIn: '30 days' });
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function apiKey(key: string) {
  return { headers: { 'X-API-Key': key } };
}

/** As `answer.expect`, with a headline that says what went wrong. */
function must(answer: Answer, holds: boolean, problem: string, expected: string, cause: string): void {
  try {
    answer.expect(holds, expected);
  } catch (error) {
    throw new CheckFailure({ ...(error as CheckFailure).parts, problem, cause });
  }
}

function refreshTokenOf(answer: Answer): string {
  const token = answer.status(200).body.refresh_token;
  must(
    answer,
    uuid.test(String(token)),
    `The field "refresh_token" is ${JSON.stringify(token) ?? 'missing'}.`,
    'a UUID in "refresh_token"',
    JSON.stringify(token) === '{}'
      ? '`{}` is what a promise becomes in JSON: is an `await` missing in front of `generate`?'
      : 'a refresh token is a random UUID: randomUUID() of node:crypto, made by `generate`.',
  );
  return token;
}

function notRefreshed(answer: Answer, because: string): void {
  answer
    .status(401, because)
    .error(401, 'invalid refresh token', 'the contract has a small i here, and nothing behind the last word.');
}

function strangeName(name: string): string {
  const digest = name.replace(/^refresh:/, '');
  if (digest === name) return 'the name begins with "refresh:", to keep it apart from the sessions in the same store.';
  if (/^[0-9a-f]{64}$/.test(digest)) return 'this is the digest of something else: digest(token).';
  return `the digest is ${digest.length} characters long: keep the whole of it, as hex.`;
}

function refused(answer: Answer, what: string): void {
  const found = 'Look for the row with key_digest = digest(key), each time, and for nothing else.';
  must(
    answer,
    answer.code >= 300,
    `The guard let ${what} through.`,
    '401 {"error":"Invalid API key"}',
    `a promise is never \`undefined\`: is an \`await\` missing in front of \`validate\`?\n  Or: ${found}`,
  );
  answer.error(401, 'Invalid API key', `this is ${what}. ${found}`);
}

/**
 * Runs before the program: each answer of its key-value store takes a while, as if the store were on another machine.
 * In the memory of one process nobody gets a turn between two operations, and a gap would never show. What is kept is
 * noted, for the checks to look at; in a replay nobody does. One token is there from the start: nobody is its owner.
 * And as long as a certain file exists, the database is away.
 */
const farStore = `
  import { subscribe } from 'node:diagnostics_channel';
  import { appendFileSync, existsSync } from 'node:fs';
  subscribe('trellis:listening', async ({ app }) => {
    const { Database, KeyValue, Unavailable } = await import('${new URL('../../framework/index.ts', import.meta.url).href}');
    const database = app.get(Database);
    for (const name of ['get', 'all', 'run']) {
      const operation = database[name].bind(database);
      database[name] = async (...words) => {
        if (existsSync(process.env.OUTAGE)) throw new Unavailable('The database', 'cannot be reached');
        return operation(...words);
      };
    }
    const store = app.get(KeyValue);
    await store.set('refresh:' + process.env.ORPHAN, '${randomUUID()}', { ttl: 30 * 24 * 60 * 60 });
    for (const name of ['get', 'set', 'setIfAbsent', 'take', 'delete']) {
      const operation = store[name].bind(store);
      store[name] = async (...words) => {
        const value = await operation(...words);
        try {
          if (name.startsWith('set')) appendFileSync(process.env.STORED_NOTES, JSON.stringify(words) + '\\n');
        } catch {}
        await new Promise((resolve) => setTimeout(resolve, 50));
        return value;
      };
    }
  });
`;

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function asText(key: string) {
  return (encoding: BufferEncoding) => Buffer.from(key).toString(encoding);
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
