import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hashSync } from 'bcryptjs';
import jwt from 'jsonwebtoken';
import { type Answer, CheckFailure, chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { step } = chapter(import.meta.url);

/** At cost 14 a password takes its time, and on a busy machine a multiple of it. */
const slow = { deadline: 60_000 };

step(1, (check) => {
  check(
    'a login answers with the token, its lifetime and the user',
    async (app) => {
      const { login, user } = await blog(app);
      expectLoginResponse(login.status(200, closed(login)));
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
      const { wrongPassword, unknownEmail } = await blog(app);
      for (const answer of [wrongPassword, unknownEmail]) {
        const because = closed(answer) ?? 'the contract says `Invalid credentials` now, with a capital I.';
        answer.error(401, 'Invalid credentials', because);
      }
    },
    slow,
  );

  check(
    'a body that does not fit is still 400',
    async (app) => {
      const { shortPassword, noPassword } = await blog(app);
      for (const answer of [shortPassword, noPassword]) {
        const because = closed(answer) ?? 'register and login both begin with ctx.bind(…), as in chapter 07.';
        answer.error(400, 'Invalid request', because);
      }
    },
    { ...slow, alreadyTrue: true },
  );
});

step(2, (check) => {
  check(
    'a registration answers 201 like a login, and its token works at once',
    async (app) => {
      const { registered, body, firstPost } = await blog(app);
      expectLoginResponse(registered.status(201, closed(registered)));
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
      const { again, inCapitals } = await blog(app);
      for (const answer of [again, inCapitals]) answer.error(409, 'Email already registered', notRecognised(answer));
    },
    slow,
  );

  check(
    'of five registrations at once with one email, one succeeds and four are 409',
    async (app) => {
      const { race } = await blog(app);
      const [first, ...more] = race.filter(({ code }) => code === 201);
      if (first === undefined) race[0]!.status(201, 'nobody was registered.');
      more[0]?.expect(false, `only one 201, and there are ${more.length + 1}`, 'let the table decide, with `unique`.');
      for (const answer of race) {
        if (answer !== first) answer.error(409, 'Email already registered', notRecognised(answer));
      }
    },
    slow,
  );

  check(
    'a store that fails is 500, and only the log knows why',
    async (app) => {
      const { broken, log } = await blog(app);
      broken.error(
        500,
        'Failed to create user',
        uncaught(broken) ??
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
    'a password that is too long is still 400',
    async (app) => {
      const { longPassword } = await blog(app);
      longPassword.error(
        400,
        'Invalid request',
        longPassword.code === 500
          ? '`fits` is asked inside of the `try` of `#create`, and its 400 is caught. Ask in `register`, before `#create`.'
          : 'the password has 73 bytes, and bcrypt reads 72. `register` asks `fits` before it calls `#create`.',
      );
    },
    { ...slow, alreadyTrue: true },
  );

  check(
    'without a secret the answer is 500, and the user is registered all the same',
    async (app) => {
      const { registered, row } = await withoutSecret(app);
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

  check(
    'everybody begins with the role user, whatever the body says',
    async (app) => {
      const { wantsMore } = await blog(app);
      wantsMore.expect(
        userIn(wantsMore)?.role === 'user',
        '"role":"user" in the user',
        'the body asked for this role. A stranger does not choose what they may do.',
      );
    },
    { ...slow, alreadyTrue: true },
  );
});

step(3, (check) => {
  check(
    'a token has six claims',
    async (app) => {
      const { registered, login, user, earliest, latest } = await blog(app);
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
      const { editorLogin } = await blog(app);
      const claims = claimsOf(jsonOf(editorLogin)?.token);
      editorLogin.expect(
        claims?.role === 'editor',
        'a token with the claim "role":"editor": that is what the table says of this user',
        'the role is written into the code. `sign` takes it from the user.',
      );
    },
    slow,
  );

  check(
    'without the header, the guard says so in its new words',
    async (app) => {
      const { postWithoutHeader, mineWithoutHeader } = await blog(app);
      for (const answer of [postWithoutHeader, mineWithoutHeader]) {
        answer.error(401, 'Missing authorization header', 'the contract says `Missing authorization header` now.');
      }
    },
    slow,
  );

  check(
    'a token from before there were roles still opens the door',
    async (app) => {
      const { withOldToken } = await blog(app);
      withOldToken.status(
        201,
        'this token was signed yesterday, and has no role. It is good until it expires: where the claim is absent, take the empty text.',
      );
    },
    { ...slow, alreadyTrue: true },
  );

  check(
    'a token whose role is no text is none of ours',
    async (app) => {
      const { withNumberAsRole } = await blog(app);
      withNumberAsRole.error(
        401,
        'Invalid token',
        'its signature is right, and its role is the number 5. `verify` asks whether each claim is a text: all three.',
      );
    },
    slow,
  );
});

step(4, (check) => {
  check(
    'a hash costs 14, unless something else is said',
    async (app) => {
      const { row, refused } = await withoutSecret(app);
      if (refused !== undefined) {
        throw new CheckFailure({
          problem: 'With BCRYPT_COST set to nothing, the program does not start.',
          expected: 'it starts, and a hash costs 14',
          output: refused,
          cause: 'a variable that is set to nothing means the default, too: `||`, and not `??`.',
        });
      }
      expectCost(row, '14', 'BCRYPT_COST is empty, so the cost is 14.');
    },
    slow,
  );

  check(
    'BCRYPT_COST says otherwise',
    async (app) => {
      const { row } = await blog(app);
      expectCost(row, '05', 'the program was started with BCRYPT_COST=5. Read it from process.env.');
    },
    slow,
  );

  check(
    'a cost that bcrypt does not know stops the start',
    async (app) => {
      for (const [cost, output] of await refusals(app)) expectRefusal(cost, output);
    },
    slow,
  );
});

step(5, (check) => {
  check(
    'GET /auth/me needs a token, and answers with its owner',
    async (app) => {
      const { meWithoutHeader, me, user } = await blog(app);
      me.status(200).json(
        user,
        me.content.includes('"password"')
          ? 'the row went out, hash included: `findByEmail` gives a row, `find` gives a `User`.'
          : 'the answer is the whole user, as the registration gave it: the token does not know it all.',
      );
      meWithoutHeader.error(401, 'Missing authorization header', 'the route needs the middleware BearerAuth.');
    },
    slow,
  );

  check(
    'GET /auth/me says what is true now, and not what was true at the login',
    async (app) => {
      const { meOfEditor, meOfNobody } = await blog(app);
      meOfEditor
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
      const { logouts } = await blog(app);
      const because = 'logging out always works: no guard, no body to bind, nothing to say.';
      for (const answer of logouts) answer.status(204, because).text('', because);
    },
    slow,
  );

  check(
    'a token outlives the logout',
    async (app) => {
      const { meAfterLogout } = await blog(app);
      meAfterLogout.status(200, 'logout has nothing to take back: a signature is good until it expires.');
    },
    slow,
  );
});

/** A guard in front of the group is one in front of the login. */
function closed({ code, content }: Answer): string | undefined {
  return code === 401 && content.includes('Missing authorization')
    ? 'a guard stands in front of the whole group /auth. Nobody has a token before the login: give the guard to /me alone.'
    : undefined;
}

function uncaught({ content }: Answer): string | undefined {
  return content.includes('Internal Server Error')
    ? 'your `catch` did not run. `return await this.users.create(…)`: without `await`, the promise leaves the `try` before it fails.'
    : undefined;
}

function notRecognised(answer: Answer): string {
  return (
    uncaught(answer) ??
    '`users.create` throws EmailTaken for it, and the controller asks `error instanceof EmailTaken`. The words begin with a capital E.'
  );
}

type Row = Record<string, unknown>;

const blog = async (app: Session) => (await app.once(stories)).blog;
const withoutSecret = async (app: Session) => (await app.once(stories)).withoutSecret;
const refusals = async (app: Session) => (await app.once(stories)).refusals;

/** Whichever check comes first starts all of them: programs that do not know each other run side by side. */
async function stories(app: Session) {
  const folder = await app.folder();
  const all = {
    // In front, because it takes longest.
    withoutSecret: tellWithoutSecret(app, join(folder, 'secretless.db')),
    blog: tellBlog(app, folder),
    refusals: tellRefusals(app),
  };
  // Whoever asks for one hears of its failure. Until then it is nobody's.
  for (const story of Object.values(all)) story.catch(() => {});
  return all;
}

/** A run with cheap passwords on a file, where an editor is registered already. In the end, its disk is taken away. */
async function tellBlog(app: Session, folder: string) {
  const doomed = join(folder, 'doomed');
  await mkdir(doomed);
  const [file, copy] = [join(doomed, 'blog.db'), join(folder, 'blog.db')];
  const editor = { ...aBody(), id: random.word() };
  await withDatabase(file, (db) => addEditor(db, editor));
  const program = app.fresh({ DATABASE_URL: `file:${file}`, BCRYPT_COST: '5' });
  const body = aBody();
  await program.url();
  // Around the two, in milliseconds.
  const earliest = Date.now();
  const registered = await program.post('/auth/register', body);
  const login = await program.post('/auth/login', credentials(body));
  const latest = Date.now();
  // Who was registered, in the old answer or in the new one.
  const user = userIn(registered);
  const signed = tokenFor(app, user);

  const seen = {
    firstPost: await program.post('/posts', aPost(), bearer(jsonOf(registered)?.token ?? '')),
    wrongPassword: await program.post('/auth/login', credentials({ ...body, password: random.sentence() })),
    unknownEmail: await program.post('/auth/login', credentials({ ...body, email: random.email() })),
    editorLogin: await program.post('/auth/login', credentials(editor)),
    shortPassword: await program.post('/auth/register', aBody({ password: 'seven77' })),
    longPassword: await program.post('/auth/register', aBody({ password: random.word().padEnd(73, '.') })),
    noPassword: await program.post('/auth/login', { email: body.email }),
    again: await program.post('/auth/register', aBody({ email: body.email })),
    inCapitals: await program.post('/auth/register', aBody({ email: body.email.toUpperCase() })),
    race: await atOnce(5, aBody(), (one) => program.post('/auth/register', one)),
    wantsMore: await program.post('/auth/register', { ...aBody(), role: 'admin' }),
    postWithoutHeader: await program.post('/posts', aPost()),
    mineWithoutHeader: await program.get('/my-posts'),
    withOldToken: await program.post('/posts', aPost(), bearer(oldTokenFor(app, user))),
    withNumberAsRole: await program.post('/posts', aPost(), bearer(tokenFor(app, user, 5))),
    meWithoutHeader: await program.get('/auth/me'),
    me: await program.get('/auth/me', bearer(signed)),
    meOfEditor: await program.get('/auth/me', bearer(tokenFor(app, editor))),
    meOfNobody: await program.get('/auth/me', bearer(tokenFor(app, { id: random.word(), email: random.email() }))),
    logouts: [
      await program.post('/auth/logout', undefined, bearer(signed)),
      await program.post('/auth/logout'),
      await program.post('/auth/logout', `{${random.word()}`),
    ],
    meAfterLogout: await program.get('/auth/me', bearer(signed)),
  };

  await copyFile(file, copy);
  const row = await rowOf(copy, body.email);
  await rm(doomed, { recursive: true, force: true });
  const broken = await program.post('/auth/register', aBody());
  return { body, registered, user, login, earliest, latest, ...seen, row, broken, log: await program.output() };
}

/** A run at the default cost where no token can be signed: a password of this cost takes long, and one is enough. */
async function tellWithoutSecret(app: Session, file: string) {
  const env = { DATABASE_URL: `file:${file}`, JWT_SECRET: '' };
  let program = app.fresh({ ...env, BCRYPT_COST: '' });
  const refused = await refusalOf(program);
  // A mistake of step 4 is none of step 2.
  if (refused !== undefined) program = app.fresh({ ...env, BCRYPT_COST: '5' });
  const body = aBody();
  const registered = await program.post('/auth/register', body);
  await program.stop();
  return { registered, row: await rowOf(file, body.email), refused };
}

/** Bad costs, and what the program said when it refused them; undefined where it started. */
async function tellRefusals(app: Session): Promise<[cost: string, output: string | undefined][]> {
  const answers: [string, string | undefined][] = [];
  for (const cost of ['14x', '3', '140']) answers.push([cost, await refusalOf(app.fresh({ BCRYPT_COST: cost }))]);
  return answers;
}

function refusalOf(program: Session): Promise<string | undefined> {
  return program.output().then(
    () => undefined,
    (error: unknown) => {
      // Too slow is not a refusal.
      if (!(error instanceof CheckFailure) || error.parts.problem.includes('never listened')) throw error;
      return error.parts.output ?? '';
    },
  );
}

async function withDatabase<T>(file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

/** Nobody can become an editor by a request, so the program finds one in its table. */
async function addEditor(db: Database, { id, email, password, name }: Body & { id: string }): Promise<void> {
  await db.run`create table users (
    id text primary key,
    email text not null,
    email_key text not null unique,
    password text not null,
    name text not null,
    role text not null,
    created_at text not null
  )`;
  await db.run`
    insert into users (id, email, email_key, password, name, role, created_at)
    values (${id}, ${email}, ${email.toLowerCase()}, ${hashSync(password, 4)}, ${name}, ${'editor'}, ${new Date().toISOString()})`;
}

function rowOf(file: string, email: string): Promise<Row | undefined> {
  return withDatabase(file, (db) => db.get<Row>`select * from users where email = ${email}`);
}

function expectRefusal(cost: string, output: string | undefined): void {
  if (output === undefined) {
    throw new CheckFailure({
      problem: `With BCRYPT_COST=${cost}, the program starts.`,
      expected: 'it refuses to start, and says why',
      cause:
        cost === '14x'
          ? 'Number(…) makes NaN of it, and Number.isInteger finds that. `parseInt` would read the 14 and say nothing.'
          : 'a cost is a whole number from 4 to 31. `onStart` throws for everything else.',
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
function tokenFor(app: Session, user: Row | undefined, role: unknown = 'user'): string {
  const iat = Math.floor(Date.now() / 1000);
  return sign(app, { ...whose(user), role, iat, exp: iat + 3600, iss: 'blog' });
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
