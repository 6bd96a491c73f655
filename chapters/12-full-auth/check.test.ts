import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import jwt from 'jsonwebtoken';
import { CheckFailure, chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/services/database-driver.ts';

const { step } = chapter(import.meta.url);

/** At cost 14 a password takes its time, and on a busy machine a multiple of it. */
const slow = { deadline: 60_000 };

step(1, (check) => {
  check(
    'a login answers with the token, its lifetime and the user',
    async (app) => {
      const { login, user } = await cheapLife(app);
      expectLoginResponse(login.status(200));
      login.expect(
        isDeepStrictEqual(login.body.user, user),
        `"user" = ${JSON.stringify(user)}, as the registration gave it`,
        'the user is the one whose password it was.',
      );
      login.expect(
        claimsOf(login.body.token)?.user_id === user?.id,
        'a token of this user',
        'the token says who it is.',
      );
    },
    slow,
  );

  check(
    'a wrong password and an unknown email have the same new words',
    async (app) => {
      const { wrongPassword, unknownEmail } = await cheapLife(app);
      const because = 'the contract says `Invalid credentials` now, with a capital I.';
      wrongPassword.error(401, 'Invalid credentials', because);
      unknownEmail.error(401, 'Invalid credentials', because);
    },
    slow,
  );

  check(
    'a body that does not fit is still 400',
    async (app) => {
      const { shortPassword, noPassword } = await cheapLife(app);
      const because = 'register and login both begin with ctx.bind(…), as in chapter 07.';
      shortPassword.error(400, 'Invalid request', because);
      noPassword.error(400, 'Invalid request', because);
    },
    { ...slow, alreadyTrue: true },
  );
});

step(2, (check) => {
  check(
    'a registration answers 201 like a login, and its token works at once',
    async (app) => {
      const { registered, body, firstPost } = await cheapLife(app);
      expectLoginResponse(registered.status(201));
      const { user, token } = registered.body;
      registered.expect(
        user.email === body.email && user.name === body.name,
        'the email and the name as they were sent',
        'the user is the one who was created just now.',
      );
      registered.expect(
        claimsOf(token)?.user_id === user.id,
        'a token of this user',
        'sign the user that was created.',
      );
      firstPost.status(201, 'the token of the registration is refused. It is made like that of a login.');
    },
    slow,
  );

  check(
    'an email that is taken is 409, in any letter case',
    async (app) => {
      const { again, inCapitals } = await cheapLife(app);
      for (const answer of [again, inCapitals]) answer.error(409, 'Email already registered', notRecognised);
    },
    slow,
  );

  check(
    'of five registrations at once with one email, one succeeds and four are 409',
    async (app) => {
      const { race } = await cheapLife(app);
      const [first, ...more] = race.filter(({ code }) => code === 201);
      if (first === undefined) race[0]!.status(201, 'nobody was registered.');
      more[0]?.expect(false, `only one 201, and there are ${more.length + 1}`, 'let the table decide, with `unique`.');
      for (const answer of race) if (answer !== first) answer.error(409, 'Email already registered', notRecognised);
    },
    slow,
  );

  check(
    'a store that fails is 500, and only the log knows why',
    async (app) => {
      const { broken, log } = await cheapLife(app);
      broken.error(
        500,
        'Failed to create user',
        'the disk is gone, and nobody can do anything about it but you. Only EmailTaken is the fault of whoever asks.',
      );
      if (!log.includes('ENOENT')) {
        throw new CheckFailure({
          problem: 'The answer says that something failed, and the log does not say what.',
          expected: 'the words of the store in the log: ENOENT',
          cause: 'the error that was caught is lost. Pass it on: new HttpError(500, …, { cause: error }).',
        });
      }
    },
    slow,
  );

  check(
    'without a secret the answer is 500, and the user is registered all the same',
    async (app) => {
      const { registered, row } = await dearLife(app);
      registered.error(
        500,
        'Failed to generate token',
        'JWT_SECRET is empty, so signing throws. The user was created before, and that did not fail.',
      );
      if (row === undefined) {
        throw new CheckFailure({
          problem: 'The user is not in the table.',
          expected: 'a row: creating the user did not fail',
          cause: 'the user is created first, and the token is signed after it.',
        });
      }
    },
    slow,
  );
});

step(3, (check) => {
  check(
    'everybody begins with the role user, whatever the body says',
    async (app) => {
      const { registered, login, wantsMore } = await cheapLife(app);
      for (const answer of [registered, login, wantsMore]) {
        const user = userIn(answer);
        answer.expect(
          user?.role === 'user',
          '"role":"user" in the user',
          answer === wantsMore && user?.role !== undefined
            ? 'the body asked for this role. A stranger does not choose what they may do.'
            : 'the record, the table, the insert and `toUser` all need the role.',
        );
        const fields = Object.keys(user ?? {}).sort();
        const expected = ['created_at', 'email', 'id', 'name', 'role'];
        answer.expect(isDeepStrictEqual(fields, expected), `a user with the fields ${expected.join(', ')}`);
      }
    },
    slow,
  );

  check(
    'the role is kept in the table',
    async (app) => {
      const { rows, promoted } = await cheapLife(app);
      const role = rows[0]?.role;
      if (role !== 'user') {
        throw new CheckFailure({
          problem: `In the table users, the column role is ${JSON.stringify(role) ?? 'missing'}.`,
          expected: '"user"',
          cause: 'the table has a column role, and the insert fills it.',
        });
      }
      promoted.expect(
        userIn(promoted)?.role === 'editor',
        '"role":"editor" in the user: that is what the table says by now',
        'the role is made up on the way out. `toUser` takes it from the row.',
      );
    },
    slow,
  );

  check(
    'an author has a role too',
    async (app) => {
      const { shown, listed, user } = await cheapLife(app);
      const because = 'both selects need one more column, users.role as author_role, and `toPostWithAuthor` reads it.';
      const author = { ...user, role: 'user' };
      const expected = `"author" = ${JSON.stringify(author)}`;
      shown.status(200).expect(isDeepStrictEqual(shown.body.author, author), expected, because);
      const inList = listed.status(200).body.find(({ id }: { id: string }) => id === shown.body.id);
      listed.expect(isDeepStrictEqual(inList?.author, author), `the post with ${expected}`, because);
    },
    slow,
  );
});

step(4, (check) => {
  check(
    'a token has six claims',
    async (app) => {
      const { registered, login, user, earliest, latest } = await cheapLife(app);
      for (const answer of [login, registered]) {
        const claims = claimsOf(jsonOf(answer)?.token) ?? {};
        const { iat, exp } = claims as { iat: number; exp: number };
        const shown = `The token says ${JSON.stringify(claims)}.`;
        const expect = (holds: boolean, expected: string, cause: string) => {
          if (!holds) throw new CheckFailure({ problem: shown, expected, cause });
        };
        const names = ['email', 'exp', 'iat', 'iss', 'role', 'user_id'];
        expect(
          isDeepStrictEqual(Object.keys(claims).sort(), names),
          `exactly the claims ${names.join(', ')}`,
          '`sign` makes them. The option noTimestamp has to go: with it, jwt.sign takes the iat out again.',
        );
        expect(
          claims.user_id === user?.id && claims.email === user?.email,
          'the id and the email of the user',
          'a mix-up.',
        );
        expect(claims.role === 'user', '"role":"user"', 'the role is that of the user who is signed in.');
        expect(
          Number.isInteger(iat) && iat >= Math.floor(earliest / 1000) && iat <= latest / 1000,
          '"iat", the time it is now, in whole seconds',
          'the clock counts milliseconds, a token counts seconds.',
        );
        expect(exp - iat === 86_400, '"exp", 86400 seconds after "iat"', 'a token is good for a day.');
        expect(
          typeof claims.iss === 'string' && claims.iss !== '',
          '"iss", a name',
          'the issuer is the name of the blog.',
        );
      }
    },
    slow,
  );

  check(
    'the role in a token is that of its owner',
    async (app) => {
      const { promoted } = await cheapLife(app);
      const claims = claimsOf(jsonOf(promoted)?.token);
      promoted.expect(
        claims?.role === 'editor',
        'a token with the claim "role":"editor": that is what the table says by now',
        'the role is written into the code. `sign` takes it from the user.',
      );
    },
    slow,
  );

  check(
    'without the header, the guard says so in its new words',
    async (app) => {
      const { postWithoutHeader, mineWithoutHeader } = await cheapLife(app);
      for (const answer of [postWithoutHeader, mineWithoutHeader]) {
        answer.error(401, 'Missing authorization header', 'the contract says `Missing authorization header` now.');
      }
    },
    slow,
  );

  check(
    'a token from before there were roles still opens the door',
    async (app) => {
      const { withOldToken } = await cheapLife(app);
      withOldToken.status(
        201,
        'this token was signed yesterday, and has no role. It is good until it expires: where the claim is absent, take the empty text.',
      );
    },
    { ...slow, alreadyTrue: true },
  );
});

step(5, (check) => {
  check(
    'a hash costs 14, unless something else is said',
    async (app) => {
      const { row } = await dearLife(app);
      expectCost(row, '14', 'BCRYPT_COST is empty, so the cost is 14.');
    },
    slow,
  );

  check(
    'BCRYPT_COST says otherwise',
    async (app) => {
      const { rows } = await cheapLife(app);
      expectCost(rows[0], '05', 'the program was started with BCRYPT_COST=5. Read it from process.env.');
    },
    slow,
  );

  check(
    'a cost that bcrypt does not know stops the start',
    async (app) => {
      for (const cost of ['fourteen', '3', '140']) await expectRefusal(app, cost);
    },
    slow,
  );
});

step(6, (check) => {
  check(
    'GET /auth/me needs a token, and answers with its owner',
    async (app) => {
      const { meWithoutHeader, me, user } = await cheapLife(app);
      me.status(200).json(
        user,
        'the answer is the whole user, as the registration gave it: the token does not know it all.',
      );
      meWithoutHeader.error(401, 'Missing authorization header', 'the route needs the middleware BearerAuth.');
    },
    slow,
  );

  check(
    'GET /auth/me says what is true now, and not what was true at the login',
    async (app) => {
      const { meAfterPromotion, meOfNobody } = await cheapLife(app);
      meAfterPromotion
        .status(200)
        .fields(
          { role: 'editor' },
          'the token says "user", the table says "editor" by now. Read the user from the table.',
        );
      meOfNobody.error(
        401,
        'Invalid token',
        'the token is signed, but its owner does not exist. It is worth nothing then.',
      );
    },
    slow,
  );

  check(
    'POST /auth/logout is 204, with a token, without one, and with any body',
    async (app) => {
      const { logouts } = await cheapLife(app);
      const because = 'logging out always works: no guard, no body to bind, nothing to say.';
      for (const answer of logouts) answer.status(204, because).text('', because);
    },
    slow,
  );

  check(
    'a token outlives the logout',
    async (app) => {
      const { meAfterLogout } = await cheapLife(app);
      meAfterLogout.status(200, 'logout has nothing to take back: a signature is good until it expires.');
    },
    slow,
  );
});

const notRecognised =
  '`users.create` throws EmailTaken for it, and the controller asks `error instanceof EmailTaken`. The words begin with a capital E.';

type Answer = Awaited<ReturnType<Session['get']>>;
type Row = Record<string, unknown>;

/** What happened on a run of the program with cheap passwords, on a file, and on a second run after a promotion. */
interface CheapLife {
  body: Body;
  registered: Answer;
  /** Who was registered, in the old answer or in the new one. */
  user: Row | undefined;
  login: Answer;
  /** Around the two, in milliseconds. */
  earliest: number;
  latest: number;
  wrongPassword: Answer;
  unknownEmail: Answer;
  shortPassword: Answer;
  noPassword: Answer;
  again: Answer;
  inCapitals: Answer;
  race: Answer[];
  wantsMore: Answer;
  firstPost: Answer;
  shown: Answer;
  listed: Answer;
  postWithoutHeader: Answer;
  mineWithoutHeader: Answer;
  withOldToken: Answer;
  meWithoutHeader: Answer;
  me: Answer;
  meOfNobody: Answer;
  logouts: Answer[];
  meAfterLogout: Answer;
  rows: Row[];
  broken: Answer;
  log: string;
  /** A login after the table says that the user is an editor. */
  promoted: Answer;
  meAfterPromotion: Answer;
}

/** What happened at the default cost, where no token can be signed. */
interface DearLife {
  registered: Answer;
  row: Row | undefined;
}

interface Lives {
  cheap: Promise<CheapLife>;
  dear: Promise<DearLife>;
  /** The programs end with the check that has started them, so that check waits for both. */
  over: Promise<unknown>;
}

/** By the environment, which all checks of one run share: a start and a password at cost 14 take seconds. */
const lives = new WeakMap<object, Lives>();

async function cheapLife(app: Session): Promise<CheapLife> {
  const { cheap, over } = livesOf(app);
  await over;
  return cheap;
}

async function dearLife(app: Session): Promise<DearLife> {
  const { dear, over } = livesOf(app);
  await over;
  return dear;
}

function livesOf(app: Session): Lives {
  const known = lives.get(app.env);
  if (known !== undefined) return known;
  let onStart = () => {};
  const hasStarted = new Promise<void>((resolve) => {
    onStart = resolve;
  });
  const cheap = inFolder((folder) => liveCheaply(app, folder, onStart));
  // Side by side, but for their starts: two at once are too much for a busy machine.
  const dear = Promise.race([hasStarted, cheap]).then(() => inFolder((folder) => liveDearly(app, folder)));
  const both = { cheap, dear, over: Promise.allSettled([cheap, dear]) };
  lives.set(app.env, both);
  return both;
}

async function liveCheaply(app: Session, folder: string, onStart: () => void): Promise<CheapLife> {
  const doomed = join(folder, 'doomed');
  await mkdir(doomed);
  const [file, copy] = [join(doomed, 'blog.db'), join(folder, 'blog.db')];
  const program = app.fresh({ DATABASE_URL: `file:${file}`, BCRYPT_COST: '5' });
  const body = aBody();
  await program.url();
  onStart();
  const earliest = Date.now();
  const registered = await program.post('/auth/register', body);
  const login = await program.post('/auth/login', credentials(body));
  const latest = Date.now();
  const user = userIn(registered);

  const signed = tokenFor(app, user);
  const firstPost = await program.post('/posts', aPost(), bearer(jsonOf(registered)?.token ?? ''));
  const post = await program.post('/posts', aPost(), bearer(signed));
  const address = `/posts/${jsonOf(post)?.id}`;
  await program.put(address, { ...aPost(), published: true }, bearer(signed));

  const seen = {
    wrongPassword: await program.post('/auth/login', credentials({ ...body, password: random.sentence() })),
    unknownEmail: await program.post('/auth/login', credentials({ ...body, email: random.email() })),
    shortPassword: await program.post('/auth/register', aBody({ password: 'seven77' })),
    noPassword: await program.post('/auth/login', { email: body.email }),
    again: await program.post('/auth/register', aBody({ email: body.email })),
    inCapitals: await program.post('/auth/register', aBody({ email: body.email.toUpperCase() })),
    race: await atOnce(5, aBody(), (one) => program.post('/auth/register', one)),
    wantsMore: await program.post('/auth/register', { ...aBody(), role: 'admin' }),
    shown: await program.get(address),
    listed: await program.get('/posts'),
    postWithoutHeader: await program.post('/posts', aPost()),
    mineWithoutHeader: await program.get('/my-posts'),
    withOldToken: await program.post('/posts', aPost(), bearer(oldTokenFor(app, user))),
    meWithoutHeader: await program.get('/auth/me'),
    me: await program.get('/auth/me', bearer(signed)),
    meOfNobody: await program.get('/auth/me', bearer(tokenFor(app, { id: random.word(), email: random.email() }))),
    logouts: [
      await program.post('/auth/logout', undefined, bearer(signed)),
      await program.post('/auth/logout'),
      await program.post('/auth/logout', `{${random.word()}`),
    ],
    meAfterLogout: await program.get('/auth/me', bearer(signed)),
  };

  await copyFile(file, copy);
  const rows = await rowsOf(copy, body.email);
  await rm(doomed, { recursive: true, force: true });
  const broken = await program.post('/auth/register', aBody());
  const log = await program.output();

  const successor = app.fresh({ DATABASE_URL: `file:${copy}`, BCRYPT_COST: '5' });
  const promoted = await successor.post('/auth/login', credentials(body));
  const meAfterPromotion = await successor.get('/auth/me', bearer(signed));
  return {
    body,
    registered,
    user,
    login,
    earliest,
    latest,
    firstPost,
    ...seen,
    rows,
    broken,
    log,
    promoted,
    meAfterPromotion,
  };
}

async function liveDearly(app: Session, folder: string): Promise<DearLife> {
  const file = join(folder, 'blog.db');
  const program = app.fresh({ DATABASE_URL: `file:${file}`, BCRYPT_COST: '', JWT_SECRET: '' });
  const body = aBody();
  const registered = await program.post('/auth/register', body);
  await program.stop();
  const [row] = await rowsOf(file, body.email);
  return { registered, row };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The row of a user as the program has left it. Then the user is promoted, if there are roles already. */
async function rowsOf(file: string, email: string): Promise<Row[]> {
  const db = await openDatabase(`file:${file}`);
  try {
    const rows = await db.all<Row>`select * from users where email = ${email}`;
    if (rows[0] !== undefined && 'role' in rows[0]) {
      await db.run`update users set role = ${'editor'} where email = ${email}`;
    }
    return rows;
  } finally {
    await db.onStop();
  }
}

async function expectRefusal(app: Session, cost: string): Promise<void> {
  const program = app.fresh({ BCRYPT_COST: cost });
  const output = await program.output().then(
    () => undefined,
    (error: unknown) => {
      // Too slow is not a refusal.
      if (!(error instanceof CheckFailure) || error.parts.problem.includes('never listened')) throw error;
      return error.parts.output ?? '';
    },
  );
  if (output === undefined) {
    throw new CheckFailure({
      problem: `With BCRYPT_COST=${cost}, the program starts.`,
      expected: 'it refuses to start, and says why',
      cause: 'a cost is a whole number from 4 to 31. `onStart` throws for everything else.',
    });
  }
  if (!output.includes('BCRYPT_COST')) {
    throw new CheckFailure({
      problem: `With BCRYPT_COST=${cost}, the program does not start, and does not say why.`,
      expected: 'an error that names BCRYPT_COST',
      output,
      cause: 'whoever starts the program has to know what to change. Name the variable in the message.',
    });
  }
}

function expectCost(row: Row | undefined, cost: string, because: string): void {
  const hash = String(row?.password);
  if (hash.startsWith(`$2b$${cost}$`)) return;
  throw new CheckFailure({
    problem: `The column password has ${JSON.stringify(hash)}.`,
    expected: `a bcrypt hash at cost ${Number(cost)}: $2b$${cost}$…`,
    cause: because,
  });
}

function expectLoginResponse(answer: Answer): void {
  const { user } = answer.fields(
    { token: (token: unknown) => typeof token === 'string', user: (value: unknown) => typeof value === 'object' },
    'the answer is a LoginResponse: token, expires_in and user.',
  ).body;
  answer
    .fields({ expires_in: 86_400 }, 'expires_in is a number of seconds: `lifetime`, from the tokens service.')
    .expect(
      Object.keys(answer.body).length === 3,
      'exactly the fields token, expires_in and user',
      'the answer is a LoginResponse, and nothing else.',
    )
    .expect(
      !answer.content.includes('$2') && !('password' in user),
      'no hash of a password, anywhere',
      'this is the row of the table, and not the user. `toUser` leaves out what nobody else may see.',
    );
  for (const name of ['id', 'email', 'name', 'created_at']) {
    answer.expect(typeof user[name] === 'string', `"${name}" in the user`, 'the user is a `User`, complete.');
  }
}

/** A token that this program could have signed. */
function tokenFor(app: Session, user: Row | undefined): string {
  const iat = Math.floor(Date.now() / 1000);
  return sign(app, { ...whose(user), role: 'user', iat, exp: iat + 3600, iss: 'blog' });
}

/** One that the program of chapter 11 has signed: without role, iat and iss. */
function oldTokenFor(app: Session, user: Row | undefined): string {
  return sign(app, { ...whose(user), exp: Math.floor(Date.now() / 1000) + 3600 });
}

function whose(user: Row | undefined) {
  return { user_id: String(user?.id), email: String(user?.email) };
}

function sign(app: Session, claims: Row): string {
  return jwt.sign(claims, app.env.JWT_SECRET!, { noTimestamp: !('iat' in claims) });
}

function claimsOf(token: unknown): Row | undefined {
  return (jwt.decode(String(token)) as Row | null) ?? undefined;
}

/** The registration of chapter 11 answers with the user, this one with more. */
function userIn(answer: Answer): Row | undefined {
  const body = jsonOf(answer);
  return (body?.user as Row | undefined) ?? body;
}

/** Without failing: what an answer means is for the check to say. */
function jsonOf(answer: Answer): Row | undefined {
  try {
    return JSON.parse(answer.content) as Row;
  } catch {
    return undefined;
  }
}

function atOnce<T>(count: number, value: T, work: (value: T) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, () => work(value)));
}

interface Body {
  email: string;
  password: string;
  name: string;
}

function aBody(given: Partial<Body> = {}): Body {
  return {
    email: `Reader.${random.word()}@Example.com`,
    password: random.sentence(),
    name: random.sentence(),
    ...given,
  };
}

function credentials({ email, password }: Body): Pick<Body, 'email' | 'password'> {
  return { email, password };
}

function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

function bearer(token: unknown) {
  return { headers: { Authorization: `Bearer ${token}` } };
}
