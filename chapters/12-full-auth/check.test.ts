import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hashSync } from 'bcryptjs';
import jwt from 'jsonwebtoken';
import {
  type Answer,
  CheckFailure,
  chapter,
  copyDatabase,
  examine,
  examineApplication,
  random,
  type Session,
} from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api } from './api.ts';

/** At cost 14, a password takes a second or two, and a multiple of it on a busy machine. */
const { step } = chapter(import.meta.url, { concurrent: true, deadline: 60_000 });

step(1, (check) => {
  check('a login responds with the token, its lifetime and the user', async (app) => {
    const { login, user } = await blog(app);
    expectLoginResponse(login.status(200, groupIsProtected));
    login.expect(
      isDeepStrictEqual(login.body.user, user),
      `"user" to be ${JSON.stringify(user)}, as in the response to the registration`,
      '`user` is not the user that credentials.check(…) returned.',
    );
    login.expect(
      claimsOf(login.body.token)?.user_id === user?.id,
      'a token of this user',
      'the claim `user_id` of the token is not the id of this user.',
    );
  });

  check('a wrong password and an unknown email get the same new error message', async (app) => {
    const { wrongPassword, unknownEmail } = await blog(app);
    for (const answer of [wrongPassword, unknownEmail]) {
      const oldMessage = 'the error message is still the old one. The new one starts with a capital I.';
      answer.error(401, 'Invalid credentials', (each) =>
        each.content.includes('invalid credentials') ? oldMessage : groupIsProtected(each),
      );
    }
  });

  check(
    'an unknown email still costs as much work as a wrong password',
    async (app) => {
      const { comparisons } = await blog(app);
      if (comparisons.unknownEmail === comparisons.wrongPassword) return;
      fail(
        `For a wrong password, the login made ${times(comparisons.wrongPassword)}; for an unknown email, ${times(comparisons.unknownEmail)}.`,
        'the same number of comparisons for both, as in chapter 09',
        'the comparison with the decoy is gone, so the response time tells who has an account.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'a login whose token cannot be signed is still 500',
    async (app) => {
      const { unsigned, log } = await blog(app);
      const because =
        '`login` signs the token outside of the `try`. (In this check, `sign` throws an error for one user.) #loginResponse(user) must contain the `try`, and `login` must call it.';
      unsigned.error(500, 'Failed to generate token', (each) => groupIsProtected(each) ?? because);
      if (logged(log, 'POST /auth/login failed', unsignable)) return;
      fail(
        'The login is 500, and its log entry does not say why.',
        `"POST /auth/login failed" together with the reason: ${unsignable}`,
        'the `catch` of #loginResponse throws an HttpError without the `cause`. Move the `catch` of `login` as it is.',
      );
    },
    { alreadyTrue: true },
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check('a registration responds like a login, but with 201, and its token works at once', async (app) => {
    const { registered, body, firstPost } = await blog(app);
    expectLoginResponse(registered.status(201, groupIsProtected));
    const { user, token } = registered.body;
    registered.expect(
      user.email === body.email && user.name === body.name,
      'the email and the name as they were sent',
      '`user` is not the user that users.create(…) returned.',
    );
    registered.expect(
      claimsOf(token)?.user_id === user.id,
      'a token of this user',
      'the claim `user_id` of the token is not the id of this user.',
    );
    firstPost.status(201, ({ content }) =>
      content.includes('Invalid token') ? '`verify` refuses this token, which `sign` has just signed.' : undefined,
    );
  });

  check('an email that is already registered is 409, in any letter case', async (app) => {
    const { again, inCapitals } = await blog(app);
    for (const answer of [again, inCapitals]) answer.error(409, 'Email already registered', whyNotConflict);
  });

  check('a database that fails is 500, and only the log has the reason', async (app) => {
    const { again, broken, log } = await blog(app);
    broken.error(500, 'Failed to create user', (answer) => {
      if (answer.code === 409) return 'every error becomes a 409. Only EmailTaken means that the email is registered.';
      const uncaught = whyUncaught(answer);
      // The `catch` has run for EmailTaken, so it runs for this error as well.
      if (uncaught !== undefined && again.code === 409) {
        return 'the `catch` throws the error that it caught. Throw an HttpError with 500 and your own message, and pass the error as its cause.';
      }
      return (
        uncaught ??
        'the response contains the error message of the database or some other message, or its status is not 500.'
      );
    });
    if (logged(log, 'POST /auth/register failed', 'ENOENT')) return;
    fail(
      'The response says that something failed, and the log entry of this request does not say what.',
      '"POST /auth/register failed" together with the reason: ENOENT',
      log.includes('ENOENT')
        ? 'the error is printed, but not passed on, so the entry of the request lacks it: new HttpError(500, …, { cause: error }).'
        : 'the error that was caught is lost. Pass it on: new HttpError(500, …, { cause: error }).',
    );
  });

  check(
    'a full hashing queue is still 503, and clients that disconnect are removed from it',
    async (app) => {
      const { crowded, log } = await blog(app);
      crowded.status(503, ({ content }) =>
        content.includes('Failed to create user')
          ? 'the password is hashed inside the `try`, whose `catch` turns the 503 of the pool into a 500. Hash it before the `try`.'
          : undefined,
      );
      if (!log.includes(unsignalled)) return;
      fail(
        'The password is hashed without a signal.',
        'this.passwords.hash(password, signal)',
        '`#create` does not pass its `signal` on, so hashes are computed for clients that are no longer there.',
      );
    },
    { alreadyTrue: true },
  );

  check('without a secret the response is 500, and the user is registered anyway', async (app) => {
    const { registered, row } = await withoutSecret(app);
    registered.error(500, 'Failed to generate token', ({ content }) =>
      content.includes('Failed to create user')
        ? '#loginResponse(user) is called inside the `try` around users.create(…), whose `catch` replaces its error. Call it after the `try`.'
        : 'the error of tokens.sign(…) is not caught in #loginResponse.',
    );
    if (row !== undefined) return;
    fail('The user is not in the table.', 'a row', 'the token is signed before the user is created.');
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('a token has six claims', async (app) => {
    const { registered, login, user, earliest, latest } = await blog(app);
    for (const answer of [login, registered]) {
      const claims = claimsOf(jsonOf(answer)?.token) ?? {};
      const { iat, exp } = claims as { iat: number; exp: number };
      const expect = (holds: boolean, expected: string, cause: string) => {
        if (!holds) fail(`The claims are ${JSON.stringify(claims)}.`, expected, cause);
      };
      const names = ['email', 'exp', 'iat', 'iss', 'role', 'user_id'];
      expect(
        isDeepStrictEqual(Object.keys(claims).sort(), names),
        `exactly the claims ${names.join(', ')}`,
        'iat' in claims
          ? 'a claim is missing in `sign`, or there is one too many.'
          : 'the option noTimestamp is still there, and removes `iat`.',
      );
      expect(
        claims.user_id === user?.id && claims.email === user?.email,
        'the id and the email of the user',
        'two values are swapped.',
      );
      expect(claims.role === 'user', '"role":"user"', '`role` is not the role of the user.');
      expect(
        Number.isInteger(iat) && iat >= Math.floor(earliest / 1000) && iat <= latest / 1000,
        '"iat", the current time in seconds',
        Number.isInteger(iat)
          ? 'the Clock returns milliseconds, and a token contains seconds.'
          : '`iat` is not an integer: Math.floor(…) is missing.',
      );
      expect(exp - iat === 86_400, '"exp", 86400 seconds after "iat"', '`exp` is not `iat` plus `lifetime`.');
      expect(claims.iss === 'blog', '"iss":"blog"', 'the issuer has another name.');
    }
  });

  check('the time in a token is that of the Clock', async (app) => {
    const { aheadLogin, latest, aheadLatest } = await blog(app);
    const { iat, exp } = (claimsOf(jsonOf(aheadLogin)?.token) ?? {}) as { iat?: number; exp?: number };
    if (iat !== undefined && iat * 1000 > latest + moved - 1000 && iat * 1000 <= aheadLatest + moved) return;
    fail(
      `The Clock was 5 hours ahead during a login. The claims are "iat":${iat} and "exp":${exp}.`,
      '"iat", the current time of the Clock in seconds',
      iat === undefined
        ? 'the option noTimestamp is still there, and removes `iat`.'
        : '`iat` is the time of the machine. If the claims have no `iat`, the library adds its own; if they have one, it comes from Date.now().',
    );
  });

  check('the role in a token is the role of its user', async (app) => {
    const { editorLogin } = await blog(app);
    const claims = claimsOf(jsonOf(editorLogin)?.token);
    editorLogin.expect(
      claims?.role === 'editor',
      'a token with the claim "role":"editor", which is the role of this user in the table',
      'the role in `sign` is a constant.',
    );
  });

  check('BearerAuth stores the role in the context', async (app) => {
    const { withSignedToken } = await blog(app);
    const role = roleIn(withSignedToken.status(201));
    if (role === '"editor"') return;
    fail(
      role === undefined ? 'BearerAuth does not store user_role.' : `user_role is ${role}.`,
      'ctx.set(\'user_role\', …) with "editor", as in the token',
      role === undefined
        ? 'the third ctx.set(…) is missing.'
        : role === 'undefined'
          ? '`verify` does not return the role, or BearerAuth stores something else.'
          : 'the value is not the claim `role`.',
    );
  });

  check('without the header, the error message is the new one', async (app) => {
    const { postWithoutHeader, mineWithoutHeader } = await blog(app);
    for (const answer of [postWithoutHeader, mineWithoutHeader]) {
      answer.error(401, 'Missing authorization header', ({ content }) =>
        content.includes('"Missing authorization"')
          ? 'the error message in BearerAuth is still the old one.'
          : undefined,
      );
    }
  });

  check(
    'a token from before this version is still accepted, without any role',
    async (app) => {
      const { withOldToken, withSignedToken } = await blog(app);
      withOldToken.status(
        201,
        'this token was signed yesterday, and has neither a role nor an issuer. `verify` refuses it, although it has not expired.',
      );
      const role = roleIn(withOldToken);
      // Before step 3, nothing stores a role.
      if (role === '""' || roleIn(withSignedToken) === undefined) return;
      fail(
        `A token without a role has ${role === undefined ? 'no user_role' : `the user_role ${role}`}.`,
        'user_role = ""',
        role === undefined
          ? 'BearerAuth stores a role only if it is not empty, so the code after it finds `undefined` instead of a string. Store it always.'
          : role === 'undefined'
            ? '`role` has no default value in `verify`, so the code after BearerAuth finds `undefined` instead of a string.'
            : 'the default gives old tokens a role that nobody has granted. It must grant as little as possible: use the empty string.',
      );
    },
    { alreadyTrue: true },
  );

  examine(check, api, 3);
});

step(4, (check) => {
  check('the cost is 14 by default', async (app) => {
    const { row, refused } = await withoutSecret(app);
    if (refused !== undefined) {
      throw new CheckFailure({
        problem: 'With an empty BCRYPT_COST, the program does not start.',
        expected: 'it starts, and the cost is 14',
        cause: "`??` keeps an empty string, and Number('') is 0. Use `||`.",
        output: refused.split('\n').find((line) => line.includes('BCRYPT_COST')) ?? refused,
      });
    }
    expectCost(row, '14', 'BCRYPT_COST is empty in this run, and the cost is not 14.');
  });

  check('BCRYPT_COST sets another cost', async (app) => {
    const { row, comparedAt } = await blog(app);
    expectCost(row, '05', 'this program was started with BCRYPT_COST=5, and does not read it from process.env.');
    if (comparedAt === undefined || comparedAt === 5) return;
    fail(
      `This program was started with BCRYPT_COST=5. It hashes with cost 5, and compares with cost ${comparedAt}.`,
      'one cost for the hash, the comparison and the decoy',
      'only `hash` reads BCRYPT_COST, and the field `cost` has another value. The decoy has that one, so the response time tells who has an account.',
    );
  });

  check('a cost that bcrypt does not support stops the startup', async (app) => {
    for (const [cost, output] of await refusals(app)) {
      if (!isSupported(cost)) expectRefusal(cost, output);
    }
  });

  check(
    'the lowest and the highest cost of bcrypt are accepted',
    async (app) => {
      for (const [cost, output] of await refusals(app)) {
        if (output === undefined || !isSupported(cost)) continue;
        throw new CheckFailure({
          problem: `With BCRYPT_COST=${cost}, the program does not start.`,
          expected: 'it starts: 4 and 31 are allowed',
          cause: 'a comparison in `onStart` excludes the limit itself, or the limit is another number.',
          output: output.split('\n').find((line) => line.includes('BCRYPT_COST')) ?? output,
        });
      }
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  check('GET /auth/me requires a token, and responds with its user', async (app) => {
    const { meWithoutHeader, me, user } = await blog(app);
    me.status(200).json(user, ({ content }) =>
      content.includes('"password"')
        ? 'the response is a row of the table, with the hash. `findByEmail` returns a row, and `find` a `User`.'
        : content.includes('"user":{')
          ? 'the handler returns an object around the user instead of the user itself.'
          : content.includes(String(user?.id))
            ? 'the response is built from the claims, which are only a part of the user.'
            : 'the response is another user than the one whose id is in the token.',
    );
    meWithoutHeader.error(401, 'Missing authorization header', 'the route does not list BearerAuth.');
  });

  check('GET /auth/me says what is true now, not what was true at the login', async (app) => {
    const { meOfEditor, meWithOldEmail, meOfNobody } = await blog(app);
    const snapshot = 'the token says "user", and the table says "editor". The role comes from the token, a snapshot.';
    meOfEditor.status(200).fields({ role: 'editor' }, snapshot);
    const because = 'the user of this token does not exist, and nothing checks for `undefined`.';
    meOfNobody.error(401, 'Invalid token', ({ code }) =>
      code === 200
        ? 'the user of this token does not exist, and somebody else has its email. The handler looks for the email. Use the id: nobody else ever gets it.'
        : code === 204 || code === 500
          ? because
          : undefined,
    );
    meWithOldEmail.status(
      200,
      'the email of this user is not the one in the token, because it has changed since the login. The handler looks for the email. Use the id.',
    );
  });

  check('POST /auth/logout is 204, with a token, without one, and with any body', async (app) => {
    const { logouts } = await blog(app);
    for (const answer of logouts) {
      answer
        .status(204, ({ code }) =>
          code === 401
            ? 'the route lists BearerAuth. Logging out must always work.'
            : code === 400
              ? 'the handler binds a body. Logging out must always work.'
              : undefined,
        )
        .text('', 'the handler returns something.');
    }
  });

  check('a token still works after the logout', async (app) => {
    const { meAfterLogout } = await blog(app);
    meAfterLogout.status(200, 'the token is refused after the logout. The contract has no list of revoked tokens.');
  });

  examine(check, api, 5);
  examineApplication(check, api);
});

/** A middleware of the group applies to the login, too. */
function groupIsProtected({ code, content }: Answer): string | undefined {
  return code === 401 && content.includes('Missing authorization')
    ? 'the whole group /auth lists BearerAuth, and nobody has a token before the login. Only /me needs it.'
    : undefined;
}

function whyUncaught({ content }: Answer): string | undefined {
  return content.includes('Internal Server Error')
    ? 'the `catch` did not run: users.create(…) is not in a `try`, or, without `await` after `return`, the promise leaves the `try` before it is rejected.'
    : undefined;
}

function whyNotConflict(answer: Answer): string | readonly string[] {
  // For example EmailTaken, without its import. The failure names it.
  if (answer.trace?.error?.includes('is not defined')) return [];
  return (
    whyUncaught(answer) ??
    (answer.code === 500
      ? [
          'EmailTaken is handled like any other error.',
          'the controller compares the message of the error. (In this check, EmailTaken has a different message.) Use instanceof.',
        ]
      : answer.content.includes(reworded)
        ? 'the response contains the message of the error that was caught. (In this check, EmailTaken has a different message.) The controller has to choose the message.'
        : answer.code === 400 || answer.content.includes('email already registered')
          ? 'the status, or the error message, is still the old one.'
          : [])
  );
}

function times(count: number): string {
  return count === 1 ? 'one comparison' : count === 0 ? 'no comparison' : `${count} comparisons`;
}

/** Whether one entry of the log contains all of these. */
function logged(log: string, ...words: string[]): boolean {
  return log.split('\n').some((line) => words.every((word) => line.includes(word)));
}

/** What BearerAuth stored as user_role, as the trace shows it. */
function roleIn(answer: Answer): string | undefined {
  return answer.trace?.steps.find(({ kind, name }) => kind === 'set' && name === 'user_role')?.value;
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}

type Row = Record<string, unknown>;

const blog = (app: Session) => app.once(tellBlog);
const withoutSecret = (app: Session) => app.once(tellWithoutSecret);
const refusals = (app: Session) => app.once(tellRefusals);

/** A password for which the queue of the pool is full. */
const crowding = 'crowded';

/** The message of EmailTaken after somebody has improved it. */
const reworded = 'this address belongs to a user';

const unsignalled = 'HASHED WITHOUT A SIGNAL';

/** Begins the email of a user for whom no token can be signed. */
const unsigning = 'unsigned-';

/** The error of `sign` for this user. */
const unsignable = 'no token can be signed';

/** Begins the email of a user for whom the Clock is moved while a token is signed. */
const ahead = 'ahead-';

/** The limits of bcrypt. */
const supported = ['4', '31'];

/** How far, in milliseconds. */
const moved = 5 * 3_600_000;

/**
 * Runs inside the program. Somebody has improved the message of EmailTaken, which must not change any response. For one
 * password, the queue is full: as many jobs as it has room for are waiting, until the next one has been refused. For one user,
 * no token can be signed. And while the token of another is signed, the Clock is ahead of the machine's time.
 */
const disturbance = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const find = (name) => built.map(({ instance }) => instance).find((one) => one?.constructor?.name === name);
    const pool = find('BcryptPool');
    const hash = pool?.hash;
    if (hash !== undefined) {
      pool.hash = (password, cost, signal) => {
        if (!password.startsWith('${crowding}')) return hash.call(pool, password, cost, signal);
        if (!(signal instanceof AbortSignal)) console.log('${unsignalled}');
        const crowd = new AbortController();
        for (let n = 0; n < 120; n += 1) hash.call(pool, 'x', 4, crowd.signal).catch(() => {});
        const refused = hash.call(pool, password, cost, signal);
        crowd.abort();
        return refused;
      };
    }
    const tokens = find('TokensService');
    const sign = tokens?.sign;
    if (sign !== undefined) {
      tokens.sign = (...args) => {
        const user = JSON.stringify(args);
        if (user.includes('${unsigning}')) throw new Error('${unsignable}');
        if (!user.includes('${ahead}')) return sign.apply(tokens, args);
        const clock = built.map(({ instance }) => instance).find((one) => one?.constructor?.name.endsWith('Clock'));
        const now = clock.now;
        clock.now = () => now.call(clock) + ${moved};
        try {
          return sign.apply(tokens, args);
        } finally {
          clock.now = now;
        }
      };
    }
    const users = find('UsersService');
    const create = users?.create;
    if (create === undefined) return;
    users.create = async (...args) => {
      try {
        return await create.apply(users, args);
      } catch (error) {
        if (error?.name === 'EmailTaken') error.message = '${reworded}';
        throw error;
      }
    };
  });
`;

/** A run with cheap passwords on a file that has an editor in it. In the end, the file is taken away. */
async function tellBlog(app: Session) {
  const folder = await app.folder();
  const doomed = join(folder, 'doomed');
  await mkdir(doomed);
  const [file, copy] = [join(doomed, 'blog.db'), join(folder, 'blog.db')];
  const editor = { ...aBody(), id: random.word() };
  await withDatabase(file, (db) => addEditor(db, editor));
  const program = app.fresh({
    DATABASE_URL: `file:${file}`,
    BCRYPT_COST: '5',
    TRELLIS_TRACE: '1',
    TRELLIS_CALLS: '1',
    TRELLIS_OBSERVER: disturbance,
  });
  const running = await program.running();
  const comparisons = { wrongPassword: 0, unknownEmail: 0 };
  /** The comparisons of the last requests. */
  const compared = async () => (await running.calls()).filter(({ name }) => name === 'BcryptPool.compare');
  const body = aBody();
  await program.url();
  // Before and after the two, in milliseconds.
  const earliest = Date.now();
  const registered = await program.post('/auth/register', body);
  const login = await program.post('/auth/login', credentials(body));
  const latest = Date.now();
  const early = aBody({ email: `${ahead}${random.email()}` });
  await program.post('/auth/register', early);
  const aheadLogin = await program.post('/auth/login', credentials(early));
  const aheadLatest = Date.now();
  const cursed = aBody({ email: `${unsigning}${random.email()}` });
  await program.post('/auth/register', cursed);
  const unsigned = await program.post('/auth/login', credentials(cursed));
  // From the old response or the new one.
  const user = userIn(registered);
  const signed = tokenFor(app, user);

  await compared();
  const wrongPassword = await program.post('/auth/login', credentials({ ...body, password: random.sentence() }));
  comparisons.wrongPassword = (await compared()).length;
  const unknownEmail = await program.post('/auth/login', credentials({ ...body, email: random.email() }));
  const withDecoy = await compared();
  comparisons.unknownEmail = withDecoy.length;

  const seen = {
    firstPost: await program.post('/posts', aPost(), bearer(jsonOf(registered)?.token ?? '')),
    wrongPassword,
    unknownEmail,
    editorLogin: await program.post('/auth/login', credentials(editor)),
    crowded: await program.post('/auth/register', aBody({ password: `${crowding} ${random.sentence()}` })),
    again: await program.post('/auth/register', aBody({ email: body.email })),
    inCapitals: await program.post('/auth/register', aBody({ email: body.email.toUpperCase() })),
    postWithoutHeader: await program.post('/posts', aPost()),
    mineWithoutHeader: await program.get('/my-posts'),
    withOldToken: await program.post('/posts', aPost(), bearer(oldTokenFor(app, user))),
    withSignedToken: await program.post('/posts', aPost(), bearer(tokenFor(app, user, 'editor'))),
    meWithoutHeader: await program.get('/auth/me'),
    me: await program.get('/auth/me', bearer(signed)),
    meOfEditor: await program.get('/auth/me', bearer(tokenFor(app, editor))),
    meWithOldEmail: await program.get('/auth/me', bearer(tokenFor(app, { ...editor, email: random.email() }))),
    meOfNobody: await program.get('/auth/me', bearer(tokenFor(app, { id: random.word(), email: editor.email }))),
    logouts: [
      await program.post('/auth/logout', undefined, bearer(signed)),
      await program.post('/auth/logout'),
      await program.post('/auth/logout', `{${random.word()}`),
    ],
    meAfterLogout: await program.get('/auth/me', bearer(signed)),
  };

  await copyDatabase(file, copy);
  const row = await rowOf(copy, body.email);
  await rm(doomed, { recursive: true, force: true });
  const broken = await program.post('/auth/register', aBody());
  const log = await program.output();
  return {
    body,
    registered,
    user,
    login,
    earliest,
    latest,
    aheadLogin,
    aheadLatest,
    unsigned,
    comparisons,
    comparedAt: withDecoy[0]?.given.find((value) => typeof value === 'number'),
    ...seen,
    row,
    broken,
    log,
  };
}

/** A run at the default cost in which no token can be signed. A password takes long at this cost, so there is only one. */
async function tellWithoutSecret(app: Session) {
  const file = join(await app.folder(), 'secretless.db');
  const env = { DATABASE_URL: `file:${file}`, JWT_SECRET: '' };
  let program = app.fresh({ ...env, BCRYPT_COST: '' });
  const refused = await refusalOf(program);
  // A mistake in step 4 must not fail the check of step 2.
  if (refused !== undefined) program = app.fresh({ ...env, BCRYPT_COST: '5' });
  const body = aBody();
  const registered = await program.post('/auth/register', body);
  await program.stop();
  return { registered, row: await rowOf(file, body.email), refused };
}

/** Costs, and what the program printed when it refused them; undefined if it started. */
async function tellRefusals(app: Session): Promise<[cost: string, output: string | undefined][]> {
  const costs = ['14.5', '14x', '3', '32', ...supported];
  const outputs = await Promise.all(costs.map((cost) => refusalOf(app.fresh({ BCRYPT_COST: cost }))));
  return costs.map((cost, index) => [cost, outputs[index]]);
}

function isSupported(cost: string): boolean {
  return supported.includes(cost);
}

function refusalOf(program: Session): Promise<string | undefined> {
  return program.output().then(
    () => undefined,
    (error: unknown) => {
      // A program that is too slow has not refused.
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

/** No request can make a user an editor, so the table has one from the start. */
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
    fail(
      `With BCRYPT_COST=${cost}, the program starts.`,
      'it refuses to start, with an error that names BCRYPT_COST',
      cost === '14.5'
        ? 'nothing refuses a number that is not an integer: Number.isInteger does, and it refuses NaN as well. (parseInt reads the 14 and ignores the rest.)'
        : cost === '14x'
          ? 'a value that is not a number is replaced by the default, and nobody notices the mistake. Number(process.env.BCRYPT_COST) || 14 does that; the default is only for a variable that is empty or not set.'
          : '`onStart` does not throw for a cost outside of 4 to 31.',
    );
  }
  if (output.includes('BCRYPT_COST')) return;
  throw new CheckFailure({
    problem: `With BCRYPT_COST=${cost}, the program does not start, and its error does not name BCRYPT_COST.`,
    expected: 'an error that names BCRYPT_COST',
    output,
    cause: 'the error message does not name the variable that has to change.',
  });
}

function expectCost(row: Row | undefined, cost: string, because: string): void {
  const hash = String(row?.password);
  if (hash.startsWith(`$2b$${cost}$`)) return;
  const expected = `a bcrypt hash with cost ${Number(cost)}: $2b$${cost}$…`;
  fail(`The column "password" contains ${JSON.stringify(hash)}.`, expected, because);
}

function expectLoginResponse(answer: Answer): void {
  const { user } = answer.fields(
    { token: (token: unknown) => typeof token === 'string', user: (value: unknown) => typeof value === 'object' },
    'the response is not a LoginResponse.',
  ).body;
  answer
    .fields({ expires_in: 86_400 }, '`expires_in` is not `lifetime`, which is in seconds.')
    .expect(
      Object.keys(answer.body).length === 3,
      'exactly the fields token, expires_in and user',
      'the response has more fields than a LoginResponse.',
    )
    .expect(
      !answer.content.includes('$2') && !('password' in user),
      'no password hash anywhere',
      'the user is a row of the table. toUser(row) returns only the public fields.',
    );
  for (const name of ['id', 'email', 'name', 'created_at']) {
    answer.expect(typeof user[name] === 'string', `"${name}" in the user`, 'the user is not a complete `User`.');
  }
}

/** A token that this program could have signed. */
function tokenFor(app: Session, user: Row | undefined, role = 'user'): string {
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

/** The registration of chapter 11 responds with the user, this one with an object around it. */
function userIn(answer: Answer): Row | undefined {
  const body = jsonOf(answer);
  return (body?.user as Row | undefined) ?? body;
}

/** Doesn't fail: each check decides what a response means. */
function jsonOf(answer: Answer): Row | undefined {
  try {
    return JSON.parse(answer.content) as Row;
  } catch {
    return undefined;
  }
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
