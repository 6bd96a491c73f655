import { createHmac } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import {
  type Answer,
  CheckFailure,
  chapter,
  copyDatabase,
  examine,
  examineApplication,
  inspect,
  inTurn,
  random,
  type Session,
} from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api, outdated } from './api.ts';
import timing from './attacks/timing.ts';

/** Passwords are hashed one after another, and on a busy machine each takes a while. */
const { step } = chapter(import.meta.url, { concurrent: true, deadline: 30_000 });

/** As many as the BcryptPool has. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

step(1, (check) => {
  check('a login with an unknown email is 401', async (app) => {
    const answer = await (await stories(app)).stranger;
    answer.error(401, 'invalid credentials', whyNotUnknown);
  });

  examine(check, api, 1);
});

step(2, (check) => {
  check('the right password is 200 with a token', async (app) => {
    await registered(app);
    const { answer } = await (await stories(app)).right;
    answer
      .status(200, whyNotRight)
      .fields({ token: isText }, 'the handler returns no `token`, or one that is not a string, such as a promise.');
  });

  check('a wrong password is 401, with the same body as an unknown email', async (app) => {
    await registered(app);
    const { wrong: second, stranger } = await stories(app);
    const [wrong, unknown] = [await second, await stranger];
    const because =
      wrong.code === 200
        ? 'any password is accepted. An `await` is missing before matches(…) or pool.compare(…), and a promise is truthy. Or `login` does not call `matches`.'
        : wrong.code < 500 && wrong.content !== unknown.content
          ? 'a wrong password gets a response of its own, which tells a stranger that the account exists.'
          : undefined;
    wrong.error(401, 'invalid credentials', because);
    unknown
      .status(401, 'an unknown email gets a response of its own, which tells a stranger who has an account.')
      .text(wrong.content, 'the two bodies differ. They have to be the same, byte for byte.');
  });

  check('upper and lower case in the email make no difference', async (app) => {
    await registered(app);
    const { answer } = await (await stories(app)).later;
    answer.status(200, 'the email is compared as it was typed. Compare it in lower case, with email_key.');
    (await (await stories(app)).wildcard).error(
      401,
      'invalid credentials',
      'this email is not the one that was registered. `findByEmail` compares with `like`, and in its pattern `_` stands for any character. Compare with `=`.',
    );
    const queries = answer.trace?.steps.filter(({ kind }) => kind === 'query') ?? [];
    const search = queries.find(({ name }) => /^\s*select\b.*\bfrom\s+users\b/is.test(name));
    if (search === undefined || search.name.includes('email_key')) return;
    throw new CheckFailure({
      problem: `The query of findByEmail is: ${search.name}`,
      expected: 'where email_key = …',
      cause:
        '`findByEmail` converts the column `email` in SQL. That reads the whole table, because only `email_key` has an index, and lower() of SQLite leaves É as it is.',
      request: answer.request,
    });
  });

  check('a password that bcrypt would truncate does not match', async (app) => {
    await registered(app);
    const { answer, calls } = await (await stories(app)).tooLong;
    const because =
      'the password has 72 bytes, and this one has one more, which bcrypt ignores. `matches` has to call `fits`.';
    answer.error(401, 'invalid credentials', because);
    const [minimum] = calls.flatMap(({ name, given }) => (name === 'BcryptPool.compare' ? [given[2]] : []));
    if (typeof minimum === 'number' && minimum < 10) {
      throw new CheckFailure({
        problem: `BcryptPool.compare got the cost ${minimum}.`,
        expected: "today's cost, 10",
        cause: '`matches` passes a number other than this.cost. A comparison does at least the work of that cost.',
        request: answer.request,
      });
    }
    if ((await (await stories(app)).logged).output.includes('matches has a fixed cost')) {
      fail(
        'When the field `cost` changes, the cost that `matches` passes to BcryptPool.compare stays the same.',
        'this.pool.compare(password, hash, this.cost, signal)',
        '`matches` has a number of its own. Once the cost is raised, old hashes are compared faster than new ones.',
      );
    }
    if (calls.some(({ name }) => name.startsWith('BcryptPool.'))) return;
    throw new CheckFailure({
      problem: 'A password of 73 bytes was refused without a comparison.',
      expected: 'the same work as for every other failed login',
      cause: '`matches` calls `fits` first, and compares nothing if it returns false. Compare first.',
      request: answer.request,
    });
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('an unknown email takes as long as a wrong password', async (app) => {
    await registered(app);
    const { right, queued, timed } = await stories(app);
    (await right).answer.status(200, stepTwo);
    const { unknown, finished, count, isTooEarly } = await queued;
    unknown.error(401, 'invalid credentials', stepTwo);
    if (isTooEarly) {
      throw new CheckFailure({
        problem: `While ${count} passwords waited to be hashed, an unknown email was refused after only ${finished} of them.`,
        expected: 'a comparison that waits for its turn, as for every other login',
        cause: notCompared,
        request: unknown.request,
      });
    }
    if (await (await stories(app)).isHashed) {
      fail(
        'A login with an unknown email called BcryptPool.hash.',
        'a comparison and nothing else, as for a wrong password',
        '`decoy` or `check` hashes something for an unknown email, and hashing takes as long as a comparison. Compare with a string that only has the form of a hash.',
      );
    }
    try {
      await timed;
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      throw new CheckFailure({ ...error.parts, cause: error.parts.cause ?? notCompared });
    }
    const { tooLong, logged } = await stories(app);
    const { calls } = await tooLong;
    if (!calls.some(({ name }) => name === 'Credentials.check')) {
      fail(
        '`login` does not call Credentials.check.',
        'a class Credentials that finds the user, compares and decides',
        'the three lines are still in the handler, or no module declares Credentials.',
      );
    }
    const { output } = await logged;
    if (output.includes('the decoy has a fixed cost')) {
      fail(
        'When the field `cost` changes, the cost of the decoy stays the same.',
        'a decoy with the cost of the field',
        '`decoy` has a fixed number in it, which is no longer the cost of a real hash once the cost is raised.',
      );
    }
    const fields = /^checked user: (.*)$/m.exec(output)?.[1] ?? 'created_at,email,id,name';
    if (fields === 'created_at,email,id,name') return;
    fail(
      `The user that Credentials.check returns has the fields ${fields}.`,
      'the four fields of a User: id, email, name and created_at',
      fields.split(',').includes('password')
        ? '`check` returns the row itself, or `toUser` copies all of it, with the password hash. Chapter 12 sends this user to the client.'
        : '`toUser` leaves out a field, or adds one.',
    );
  });
});

step(4, (check) => {
  check('a login responds with a token and nothing else', async (app) => {
    const { answer } = await login(app);
    claimsIn(answer);
    const others = Object.keys(answer.body).filter((name) => name !== 'token');
    answer.without(others, 'the response has more fields than "token".');
  });

  check('the token has the claims user_id, email and exp', async (app) => {
    const { id, email } = await registered(app);
    const { answer, earliest, latest } = await login(app);
    const { exp } = claimsIn(answer);
    // Typed in capitals: the token has the email as it was registered.
    const { exp: _, ...others } = claimsIn((await (await stories(app)).later).answer.status(200, stepTwo));
    const shown = JSON.stringify(others);
    if (others.user_id !== id)
      fail(`The claims are ${shown}.`, `"user_id":"${id}"`, 'user_id is not the id of the user.');
    if (others.email !== email) {
      fail(`The claims are ${shown}.`, `"email":"${email}"`, 'email is not the email as it was registered.');
    }
    if ('iat' in others) fail('The token has a claim "iat".', 'no "iat"', 'the option noTimestamp: true is missing.');
    const more = Object.keys(others).filter((name) => name !== 'user_id' && name !== 'email');
    if (more.length > 0) {
      fail(
        `The token has more claims: ${more.join(', ')}.`,
        'the claims user_id, email and exp',
        'more of the user is signed than needed. Anyone who holds the token can read it.',
      );
    }
    checkExpiry(exp, earliest, latest);
  });

  check('the 24 hours start with the login', async (app) => {
    await registered(app);
    const { answer, earliest, latest } = await (await stories(app)).later;
    const { exp } = claimsIn(answer.status(200, stepTwo));
    const moved = hours * 3_600_000;
    checkExpiry(exp, earliest + moved, latest + moved, true);
    const { description, logged } = await stories(app);
    const { parts } = await description;
    const clock = parts.find(({ name }) => name.endsWith('Clock'))?.number;
    const tokens = parts.find(({ name }) => name === 'TokensService');
    const isInjected = tokens?.needs.some(({ number }) => number === clock);
    if (isInjected && (await logged).output.includes('TokensService asked the clock')) return;
    fail(
      isInjected ? 'TokensService injects Clock, but never calls now().' : 'Clock is not injected into TokensService.',
      'an `exp` that is calculated from this.clock.now()',
      'the time comes from Date.now(), or from the library through `expiresIn`. A test can only move the time of the Clock.',
    );
  });

  examine(check, api, 4);
});

step(5, (check) => {
  check('without a secret, the right password is 500 and a wrong one is 401', async (app) => {
    const { right, wrong, damaged, unset, output } = await app.once(tellSecretless);
    if (right.code === 200) {
      right.status(500, 'the token is signed with a default secret, which everyone who has seen the code knows.');
    }
    right.error(
      500,
      'Failed to generate token',
      right.code === 401
        ? [
            'the error of sign(…) is caught, and turned into a 401.',
            'the wrong password that was sent before this request has replaced the stored hash. See step 6.',
          ]
        : 'the error of sign(…) is not caught, or not turned into an HttpError.',
    );
    wrong.error(401, 'invalid credentials', 'the token is signed before the password is checked.');
    unset.error(
      500,
      'Failed to generate token',
      'NODE_ENV is not set in this run, and a default from the code replaces the missing secret. NODE_ENV may be missing on a real server, too, and then everyone who has seen the code can sign tokens.',
    );
    damaged.expect(
      !damaged.content.includes('Failed to generate token'),
      'another error message, because this user has a damaged hash, and nothing was signed',
      'the `try` block in `login` also contains the check of the password. Only the line that signs belongs in it.',
    );
    if (output.includes('secretOrPrivateKey must have a value')) return;
    fail('The log does not say why the token could not be generated.', 'the error of jwt.sign in the log', [
      'the HttpError has no `cause`. Pass { cause: error } as its third argument.',
      'the handler sends the 500 itself, instead of throwing an HttpError. Only errors that are thrown are logged.',
    ]);
  });

  check('without a secret, the log warns once, at startup', async (app) =>
    warnsOnce((await app.once(tellSecretless)).output, 'no JWT_SECRET'),
  );

  check('a secret of fewer than 32 bytes stops the program at startup', async (app) => {
    const { output, refusal, printed, secret, exact } = await app.once(tellShort);
    if (refusal === undefined) {
      fail('With a JWT_SECRET of 31 bytes, the program starts.', 'an error at startup', [
        'onStart does not throw if the secret has fewer than 32 bytes.',
        'onStart throws only if NODE_ENV is production. NODE_ENV is not set in this run, as on a server where somebody forgot it.',
      ]);
    }
    if (!refusal.includes('onStart() failed')) {
      fail(
        'With a JWT_SECRET of 31 bytes, the program ends, but not with an error of onStart.',
        'throw new Error(…) in TokensService.onStart',
        'the program ends itself with process.exit(…), or the secret is checked somewhere else. After an error, the framework stops what has already started.',
      );
    }
    if (!refusal.includes('JWT_SECRET')) {
      throw new CheckFailure({
        problem: 'The startup error does not name JWT_SECRET.',
        expected: 'an error message with JWT_SECRET',
        output: printed,
        cause: 'the message of the Error that onStart throws does not contain the name of the variable.',
      });
    }
    noSecretIn(output + refusal, secret);
    if (exact === undefined) return;
    fail(
      'With a JWT_SECRET of exactly 32 bytes, the program does not start.',
      'a program that starts',
      'the condition in onStart is wrong. This secret has 24 characters and exactly 32 bytes, which is enough.',
    );
  });

  check('with a good secret, the log mentions neither JWT_SECRET nor its value', async (app) => {
    const { answer } = await login(app);
    claimsIn(answer);
    const { output } = await (await stories(app)).logged;
    noSecretIn(output, secret);
    if (!output.includes('JWT_SECRET')) return;
    fail(
      'The log complains about a good JWT_SECRET.',
      'no line with JWT_SECRET',
      'onStart warns whatever the secret is.',
    );
  });
});

step(6, (check) => {
  check('a successful login renews a hash with a lower cost', async (app) => {
    const { answers, before, after, password, output, isSent } = await (await stories(app)).renewed;
    for (const answer of answers) {
      answer.status(200, ({ code }) =>
        code === 401
          ? '`check` refuses a hash with cost 4, although it is still a valid hash of this password.'
          : undefined,
      );
    }
    const problem = `After the login, the table contains ${JSON.stringify(after)}.`;
    const expected = 'a hash of the same password with cost 10';
    if (after === before) {
      fail(
        problem,
        expected,
        isSent
          ? '`replaceHash` finds no row. Look at its `where` clause, and at the order of its arguments in `check`.'
          : [
              '`check` does not replace an outdated hash, or does not await the update.',
              '`isOutdated` returns false for this hash, which has cost 4.',
            ],
      );
    }
    if (!after.startsWith('$2b$10$')) fail(problem, expected, 'something other than passwords.hash(…) is stored.');
    noHashIn(output);
    if (await bcrypt.compare(password, after)) return;
    fail(problem, expected, 'the new hash belongs to a different password.');
  });

  check('a hash is only replaced while it is still the old one', async (app) => {
    await renewalWorks(app);
    const { replaced } = await (await stories(app)).renewed;
    if (replaced === 1) return;
    if (replaced === 0) {
      fail(
        'The hash was replaced after the response.',
        'a login that waits for the update',
        '`check` does not await `replaceHash`. If the update fails, no request is left to report it.',
      );
    }
    fail(
      `Two logins at the same moment changed ${replaced} rows, one after the other.`,
      'the second one finds a different hash from the one it compared with, and leaves it alone',
      '`replaceHash` does not compare the column `password` with `old` in its `where` clause.',
    );
  });

  check('a hash with the right cost is not renewed', async (app) => {
    await renewalWorks(app);
    const { upToDate, logged } = await stories(app);
    const { before, after, stronger } = await upToDate;
    if (after !== before) {
      fail(
        'A login has replaced a hash of cost 10.',
        'the old hash',
        '`check` renews every hash, or `isOutdated` returns true for the current cost.',
      );
    }
    if (stronger.after !== stronger.before) {
      fail(
        'A login has replaced a hash of cost 11, which is higher than ours, with a weaker one.',
        'the old hash',
        '`isOutdated` asks whether the cost is a different one. Ask whether it is lower.',
      );
    }
    const outdated = /^outdated at cost 12: (.*)$/m.exec((await logged).output)?.[1] ?? '04,10,11';
    if (outdated === '04,10,11') return;
    fail(
      'When the field `cost` changes, `isOutdated` returns the same as before.',
      'every hash with a lower cost than the field is outdated',
      '`isOutdated` compares with a fixed number, or with one of the possible costs only. Compare with this.cost.',
    );
  });

  check('a failed login does not change the hash', async (app) => {
    const { answer, before, after } = await (await stories(app)).notRenewed;
    answer.error(401, 'invalid credentials', stepTwo);
    if (after === before) return;
    fail(
      'A wrong password has replaced the stored hash.',
      'the old hash',
      'the hash is renewed before `matches` is known.',
    );
  });

  check('the work for a client that has disconnected is dropped', async (app) => {
    await renewalWorks(app);
    const { before, after, calls } = await (await stories(app)).dropped;
    const deaf = calls.find(({ name, given }) => name.startsWith('BcryptPool.') && given.at(-1) !== 'AbortSignal');
    if (deaf !== undefined) {
      fail(
        `${deaf.name} was called without a signal.`,
        'the signal of the request in every call of the pool',
        noSignal,
      );
    }
    if (after === before) return;
    fail(
      'A client disconnected while its login waited in the queue. Its password was compared anyway, and its hash renewed.',
      'the pool drops jobs whose client has disconnected',
      noSignal,
    );
  });

  examine(check, outdated, 6);
  examineApplication(check, api);
});

const day = 24 * 60 * 60;
const noSignal =
  'the pool gets no signal. Pass ctx.signal to credentials.check(…), and from there to matches(…), pool.compare(…) and hash(…).';
const stepTwo = 'logging in does not work yet. See step 2.';
const noExpiry = 'the payload that jwt.sign(…) gets has no `exp`.';
const notCompared =
  'for an unknown email, the program does not do the same work. Compare with the decoy: 60 characters, in the form of a bcrypt hash.';

/** How far the clock is moved before one of the logins. */
const hours = 5;

interface Person {
  id: string;
  email: string;
  password: string;
}

const stories = (app: Session) => app.once(tellAll);

const secret = letters(32);

/**
 * Prints what `decoy` and `isOutdated` return if the cost is 12, whether TokensService asks the Clock, and which fields
 * the user of a login has. A hash has no place in the output, so only costs are printed.
 */
const observed = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const find = (name) => built.map(({ instance }) => instance).find(({ constructor }) => constructor.name === name);
    const clock = built.map(({ instance }) => instance).find(({ constructor }) => constructor.name.endsWith('Clock'));
    const now = clock?.now;
    if (now) clock.now = () => {
      if (new Error().stack.includes('TokensService')) console.log('TokensService asked the clock');
      return now.call(clock);
    };
    const passwords = find('Passwords');
    const { cost } = passwords ?? {};
    try {
      passwords.cost = 12;
      const costs = ['04', '10', '11', '12', '13'].filter((each) => passwords.isOutdated('$2b$' + each + '$' + '.'.repeat(53)));
      console.log('outdated at cost 12: ' + costs);
    } catch {}
    try {
      // Computed once, at startup, is fine. Written down is not.
      const isFixed = passwords.decoy().startsWith('$2b$10$') && passwords.constructor.toString().includes('$2b$10$');
      if (isFixed) console.log('the decoy has a fixed cost');
    } catch {}
    const pool = find('BcryptPool');
    const compare = pool?.compare;
    try {
      let minimum;
      pool.compare = async (...given) => {
        minimum = given[2];
        return false;
      };
      passwords.matches('x', '$2b$12$' + '.'.repeat(53)).catch(() => {});
      if (minimum === cost) console.log('matches has a fixed cost');
    } catch {}
    if (pool) pool.compare = compare;
    try {
      passwords.cost = cost;
    } catch {}
    const credentials = find('Credentials');
    const check = credentials?.check;
    if (check) credentials.check = async (...given) => {
      const user = await check.apply(credentials, given);
      if (user) console.log('checked user: ' + Object.keys(user).sort());
      return user;
    };
  });
`;

/** The first check starts the story. Most of it is hashing, so each login serves as many checks as possible. */
async function tellAll(app: Session) {
  // A password of exactly 72 bytes.
  const body = { email: `Reader.${random.word()}@Example.com`, password: letters(72), name: random.sentence() };
  const { email, password } = body;
  const wrongPassword = letters(12);
  const file = join(await app.folder(), 'blog.db');
  const old = await addOldUsers(file);
  const program = app.fresh({
    DATABASE_URL: `file:${file}`,
    JWT_SECRET: secret,
    TRELLIS_TRACE: '1',
    TRELLIS_CALLS: '1',
    TRELLIS_OBSERVER: observed,
  });
  const hashOf = (address: string) => storedHash(file, address);
  const calls = async () => (await program.running()).calls();
  let fresh = '';
  let isTooEarly = false;
  return inTurn({
    description: () => inspect(program),
    // Short on purpose: someone who registered long ago may have chosen it under other rules.
    stranger: () => program.post('/auth/login', { email: random.email(), password: letters(3) }),
    person: async () => {
      const person = await register(program, body);
      fresh = await hashOf(email);
      return person;
    },
    right: () => timedLogin(program, { email, password }),
    tooLong: async () => {
      await calls();
      const answer = await program.post('/auth/login', { email, password: `${password}x` });
      return { answer, calls: await calls() };
    },
    wrong: () => program.post('/auth/login', { email, password: wrongPassword }),
    later: () => tellLater(program, { email: email.toUpperCase(), password }),
    wildcard: async () => {
      await calls();
      return program.post('/auth/login', { email: email.replace('.', '_'), password });
    },
    /** Whether the unknown email made the pool hash something. */
    isHashed: async () => (await calls()).some(({ name }) => name === 'BcryptPool.hash'),
    logged: async () => ({ output: await program.output() }),
    renewed: () => tellRenewed(program, old.reader, hashOf),
    notRenewed: async () => {
      const answer = await program.post('/auth/login', { email: old.victim.email, password: wrongPassword });
      return { answer, before: old.victim.hash, after: await hashOf(old.victim.email) };
    },
    upToDate: async () => {
      const after = await hashOf(email);
      const { hash, ...login } = old.stronger;
      await program.post('/auth/login', login);
      return { before: fresh, after, stronger: { before: hash, after: await hashOf(login.email) } };
    },
    // The expensive acts come last, so that a check which fails before them doesn't wait for them.
    queued: async () => {
      const told = await tellQueued(program, old.leaver);
      isTooEarly = told.isTooEarly;
      return told;
    },
    timed: () => (isTooEarly ? Promise.resolve() : program.attack(timing)),
    // By now, a hash that nobody waits for has been renewed, too.
    dropped: async () => {
      const after = await hashOf(old.leaver.email);
      return { before: old.leaver.hash, after, calls: await calls() };
    },
  });
}

function whyNotUnknown({ code, content }: Answer): string | string[] | undefined {
  // If there is no route, the check names that by itself.
  if (code === 404 && content.includes('Not Found')) return undefined;
  // The same goes for an error that the code has thrown.
  if (code >= 500) return undefined;
  return code === 400
    ? [
        'LoginDTO has a rule for the length of the password. Such a rule belongs to the registration only.',
        'the handler binds RegisterDTO instead of LoginDTO.',
      ]
    : 'the handler responds with another status, or with another error message.';
}

function whyNotRight({ code, trace }: Answer): string | string[] | undefined {
  if (code !== 401) return undefined;
  const queries = trace?.steps.filter(({ kind }) => kind === 'query') ?? [];
  if (queries.length === 0) return '`login` still refuses everyone, as in step 1.';
  if (queries.some(({ rows }) => rows === 0)) {
    return '`findByEmail` finds no row. The column `email_key` contains the email in lower case: compare it with email.toLowerCase().';
  }
  return [
    '`matches` does not return the result of the comparison, or `login` does not use it.',
    'the password is hashed again and the hashes are compared. Two hashes of one password differ, because each has its own salt.',
  ];
}

async function register(app: Session, body: Omit<Person, 'id'> & { name: string }): Promise<Person> {
  const answer = await app.post('/auth/register', body);
  return { ...body, id: answer.status(201, 'the registration of chapter 08 does not work any more.').body.id };
}

/** A run in production without JWT_SECRET, from startup to shutdown: the rest of the blog must work. */
async function tellSecretless(session: Session) {
  const file = join(await session.folder(), 'secretless.db');
  const users = await addOldUsers(file);
  const { email, password } = users.reader;
  const app = session.fresh({ DATABASE_URL: `file:${file}`, JWT_SECRET: undefined, NODE_ENV: 'production' });
  await app.url().catch((error: unknown) => {
    if (!(error instanceof CheckFailure) || !error.parts.output?.includes('JWT_SECRET')) throw error;
    throw new CheckFailure({
      ...error.parts,
      problem: 'Without JWT_SECRET and with NODE_ENV=production, the program does not start.',
      cause: [
        'onStart throws if the secret is empty. It should only warn: without a secret, no token can be signed.',
        'a default from the code replaces the missing secret, and is too short.',
      ],
    });
  });
  const wrong = await app.post('/auth/login', { email, password: letters(12) });
  const right = await app.post('/auth/login', { email, password });
  const damaged = await app.post('/auth/login', { email: users.damaged.email, password });
  await app.stop();
  // A default that is only for development: nothing but NODE_ENV would keep it from a real server.
  const elsewhere = session.fresh({ DATABASE_URL: `file:${file}`, JWT_SECRET: undefined, NODE_ENV: undefined });
  const unset = await elsewhere.post('/auth/login', { email, password });
  await elsewhere.stop();
  return { right, wrong, damaged, unset, output: await app.output() };
}

/** Why a secret of 31 bytes doesn't start, and whether one of 32 does. */
async function tellShort(app: Session) {
  const secret = letters(31);
  const start = async (program: Session) => {
    const refused = await program.url().then(
      () => undefined,
      (error: Error) => error,
    );
    if (refused === undefined) await program.stop();
    return refused;
  };
  const short = app.fresh({ JWT_SECRET: secret, NODE_ENV: undefined });
  const refused = await start(short);
  // Each "é" is two bytes.
  const exact = await start(app.fresh({ JWT_SECRET: `${'é'.repeat(8)}${letters(16)}`, NODE_ENV: undefined }));
  const printed = refused instanceof CheckFailure ? refused.parts.output : undefined;
  return { secret, output: await short.output().catch(() => ''), refusal: refused?.message, printed, exact };
}

interface OldUser {
  email: string;
  password: string;
  hash: string;
}

/** Users whose hashes were made with cost 4, years ago. One of the hashes is damaged, and bcrypt throws an error. */
async function addOldUsers(
  file: string,
): Promise<Record<'reader' | 'victim' | 'leaver' | 'stronger' | 'damaged', OldUser>> {
  const anOldUser = (cost = 4): OldUser => {
    const password = letters(12);
    return { email: random.email(), password, hash: bcrypt.hashSync(password, cost) };
  };
  const damaged = { ...anOldUser(), hash: 'x'.repeat(60) };
  // Somebody has lowered the cost since `stronger` has registered.
  const users = { reader: anOldUser(), victim: anOldUser(), leaver: anOldUser(), stronger: anOldUser(11), damaged };
  await withDatabase(file, async (db) => {
    await db.run`create table users (id text primary key, email text not null, email_key text not null unique,
      password text not null, name text not null, created_at text not null)`;
    for (const [id, { email, hash }] of Object.entries(users)) {
      await db.run`insert into users values (${id}, ${email}, ${email}, ${hash}, 'Old', '2020-01-01T00:00:00.000Z')`;
    }
  });
  return users;
}

/** Two logins at the same moment: both find the old hash, and both want to replace it. */
async function tellRenewed(
  program: Session,
  { email, password, hash }: OldUser,
  hashOf: (email: string) => Promise<string>,
) {
  const running = await program.running();
  const logins = ['first', 'second'].map(async (login) => {
    const trace = running.nextTrace((event) => event.request.headers['x-login'] === login);
    trace.catch(() => {});
    const answer = await program.post('/auth/login', { email, password }, { headers: { 'x-login': login } });
    return { answer, steps: (await trace).steps };
  });
  const told = await Promise.all(logins);
  const updates = told.flatMap(({ steps }) => steps).filter(({ kind, name }) => kind === 'query' && isUpdate(name));
  return {
    answers: told.map(({ answer }) => answer),
    password,
    before: hash,
    after: await hashOf(email),
    output: await program.output(),
    /** How many rows they changed, together. */
    replaced: updates.reduce((sum, { rows = 0 }) => sum + rows, 0),
    isSent: updates.length > 0,
  };
}

function isUpdate(query: string): boolean {
  return /^\s*update\b/i.test(query);
}

/** A login with an unknown email, sent while the threads have a queue of registrations before it. */
async function tellQueued(program: Session, { email, password }: OldUser) {
  const url = await program.url();
  const controller = new AbortController();
  const count = 3 * threads + 3;
  let finished = 0;
  const before = Array.from({ length: count }, async () => {
    await program.post('/auth/register', { email: random.email(), password: letters(12), name: 'N' });
    // The login below is in the queue by now, and others are still before it.
    if (++finished > threads) controller.abort();
  });
  for (const registration of before) registration.catch(() => {});
  // By the time the first has been hashed, all the others are in the queue.
  await Promise.any(before).catch(() => {});
  const body = JSON.stringify({ email, password });
  const left = fetch(`${url}/auth/login`, { method: 'POST', body, signal: controller.signal }).catch(() => {});
  const unknown = await program.post('/auth/login', { email: random.email(), password: letters(12) });
  // Until then, each thread can have finished a job, and one of them a second.
  const told = { unknown, finished, count, isTooEarly: finished <= threads + 1 };
  await Promise.all([...before, left]);
  return told;
}

async function tellLater(app: Session, credentials: Pick<Person, 'email' | 'password'>) {
  await app.advance({ hours });
  try {
    return await timedLogin(app, credentials);
  } finally {
    await app.advance({ hours: -hours });
  }
}

/** A login, and between which times it happened. */
async function timedLogin(app: Session, credentials: Pick<Person, 'email' | 'password'>) {
  const earliest = Date.now();
  const answer = await app.post('/auth/login', credentials);
  return { answer, earliest, latest: Date.now() };
}

async function registered(app: Session): Promise<Person> {
  return (await stories(app)).person;
}

async function login(app: Session) {
  await registered(app);
  const told = await (await stories(app)).right;
  told.answer.status(200, stepTwo);
  return told;
}

async function renewalWorks(app: Session): Promise<void> {
  const { before, after } = await (await stories(app)).renewed;
  if (after === before)
    fail('Old hashes are not renewed yet.', 'a new hash', 'the first check of this step says more.');
}

function warnsOnce(output: string, secret: string): void {
  const lines = output.split('\n');
  const [first, ...more] = lines.filter((line) => line.includes('JWT_SECRET'));
  const expected = 'one log entry at startup, with the level warn, that names JWT_SECRET';
  const because = (cause: string, problem: string) => fail(`With ${secret}, ${problem}`, expected, cause);
  if (first === undefined)
    because(
      'onStart logs nothing, or with a level that is not printed, or the message does not contain JWT_SECRET.',
      'the log does not mention it.',
    );
  if (more.length > 0)
    because('the warning is not in onStart, or it is there twice.', `there are ${more.length + 1} entries.`);
  const listening = lines.findIndex((line) => line.includes('Listening on'));
  if (lines.indexOf(first!) > listening) because('the warning is not in onStart.', 'the entry comes after startup.');
  if (!first!.includes('"level":"warn"'))
    because('this is not log.warn(…) of the injected Log.', `the entry is: ${first}`);
}

function noHashIn(output: string): void {
  if (!/\$2[aby]\$\d\d\$/.test(output)) return;
  fail(
    'The log contains the hash of a password.',
    'no hash in the log',
    'a console.log or log call prints it, perhaps as part of the whole row.',
  );
}

function noSecretIn(output: string, secret: string): void {
  // Eight characters in a row can't be a coincidence.
  const parts = Array.from({ length: secret.length - 7 }, (_, start) => secret.slice(start, start + 8));
  if (!parts.some((part) => output.includes(part))) return;
  fail(
    'The log contains the value of JWT_SECRET, or a part of it.',
    'no secret in the log',
    'a log call or an error message prints it.',
  );
}

/** The claims of a token, if it is signed with HS256 and the secret. */
function claimsIn(answer: Answer): Record<string, unknown> {
  const token = String(answer.body.token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const problem = `The token is ${JSON.stringify(token)}.`;
  if (token.split('.').length !== 3)
    fail(problem, 'three parts with dots between them', 'it is not made by jwt.sign(…).');
  const { alg } = decoded(header);
  if (alg !== 'HS256') fail(`The token is signed with ${alg}.`, 'HS256', 'the option `algorithm` is wrong.');
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  if (signature !== expected) {
    fail(
      'The signature was not made with the secret in JWT_SECRET.',
      'a signature with process.env.JWT_SECRET',
      'the secret is written in the code, or it is changed before it is used.',
    );
  }
  return decoded(payload);
}

function decoded(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return fail('A part of the token is not JSON.', 'a token', 'it is not made by jwt.sign(…).');
  }
}

/** `exp` is in seconds. The login happened between `earliest` and `latest`, by the program's clock. */
function checkExpiry(exp: unknown, earliest: number, latest: number, isMoved = false): void {
  // A tolerance of a minute: the mistakes are hours and years.
  const [first, last] = [Math.floor(earliest / 1000) + day - 60, Math.ceil(latest / 1000) + day + 60];
  if (Number.isInteger(exp) && Number(exp) >= first && Number(exp) <= last) return;
  const ahead = Number(exp) - Math.floor(earliest / 1000);
  if (exp === undefined) fail('The token has no claim "exp".', `"exp", ${day} seconds after the login`, noExpiry);
  fail(
    `The claim "exp" is ${ahead} seconds after the login.`,
    `exactly ${day} seconds`,
    isMoved
      ? `the expiry is not calculated at the login. (The clock of the program was moved by ${hours} hours before.)`
      : whyAnotherExpiry(Number(exp)),
  );
}

function whyAnotherExpiry(exp: number): string {
  // As seconds, this is the year 5138. As milliseconds, it was 1973.
  if (exp > 100_000_000_000) return 'exp is in seconds since 1970, and the Clock returns milliseconds.';
  return Number.isInteger(exp)
    ? 'the lifetime is not 24 hours in seconds.'
    : 'exp is not an integer. Round it down with Math.floor.';
}

/** Reads a copy, because only one process at a time can open a database file. A response comes after its changes are saved. */
async function storedHash(file: string, email: string): Promise<string> {
  await copyDatabase(file, `${file}.copy`);
  return withDatabase(`${file}.copy`, async (db) => {
    const row = await db.get<{ password: string }>`select password from users where email_key = ${email.toLowerCase()}`;
    return row?.password ?? '';
  });
}

async function withDatabase<T>(
  file: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** This many random letters. */
function letters(count: number): string {
  return Array.from({ length: count }, () => random.word()[1]!).join('');
}
