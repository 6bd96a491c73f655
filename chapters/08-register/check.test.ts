import { mkdir, readFile, rm } from 'node:fs/promises';
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
import { api } from './api.ts';
import race from './attacks/race.ts';

/** Passwords are hashed one after another, and on a busy machine each takes a while. */
const { step } = chapter(import.meta.url, { deadline: 30_000 });

/** As many as the BcryptPool has. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

step(1, (check) => {
  check('UsersModule exports UsersService, and AuthModule imports UsersModule', async (app) => {
    const { modules } = await (await stories(app)).description;
    const users = modules.find(({ name }) => name === 'UsersModule');
    const auth = modules.find(({ name }) => name === 'AuthModule');
    if (!auth?.imports.includes('UsersModule') || users === undefined) {
      const misnamed = modules.find(
        ({ name, exports }) => exports.includes('UsersService') && auth?.imports.includes(name),
      );
      const otherName = misnamed && `the module that exports UsersService has another name: '${misnamed.name}'.`;
      fail('AuthModule does not import UsersModule.', 'AuthModule imports UsersModule', otherName ?? notImported);
    }
    const cause = 'UsersModule has no `exports`, so no other module can inject the service.';
    if (!users.exports.includes('UsersService')) fail('UsersModule does not export UsersService.', exported, cause);
  });

  check('at startup, UsersService creates a table with six columns', async (app) => {
    const { columns } = await (await stories(app)).contents;
    if (columns === undefined) fail("The table 'users' doesn't exist after startup.", 'a table "users"', noTable);
    const six = ['id', 'email', 'email_key', 'password', 'name', 'created_at'];
    for (const name of six) {
      const column = columns.find((candidate) => candidate.name === name);
      const cause = 'the `create table` statement in UsersService.onStart does not list it.';
      if (column === undefined) fail(`The table "users" has no column "${name}".`, 'six columns', cause);
      const declared = name === 'id' ? '"id text primary key"' : `"${name} text not null"`;
      const converts =
        'SQLite converts values to the type of their column, so another type can change what comes back.';
      if (column.type.toLowerCase() !== 'text')
        fail(`The column "${name}" has the type "${column.type}".`, declared, converts);
      const mayBeNull = column.notnull === 0 && column.pk === 0 && name !== 'id';
      if (mayBeNull) fail(`The column "${name}" accepts null.`, declared, 'it has no `not null`.');
    }
    if (columns.find(({ name }) => name === 'id')?.pk !== 1) {
      fail('The column "id" is not the primary key.', '"id text primary key"', 'it is declared as an ordinary column.');
    }
    const other = columns.find(({ name }) => !six.includes(name));
    if (other === undefined) return;
    fail(
      `The table "users" has another column, "${other.name}".`,
      'six columns',
      'the `create table` statement lists a column that no step needs. A table stores what the program uses, and no more.',
    );
  });
});

step(2, (check) => {
  check('POST /auth/register responds with 201 and the user', async (app) => {
    const { body, earliest, latest, answer, calls } = await (await stories(app)).first;
    answer
      .status(201, answer.content.includes(taken) ? alwaysTaken : notCreated)
      .fields({ id: isUuid }, (response) =>
        response.body?.id === undefined
          ? 'the response is an object around the `User`, or `create` returns an object without an id.'
          : 'the id is not a UUID of version 7. Use `uuid()`, as the posts do.',
      )
      .fields({ email: body.email, name: body.name }, 'the email or name is changed on the way. Return both as sent.')
      .fields(
        { created_at: (time: unknown) => isTime(time, earliest, latest) },
        'created_at is not the current time in the format of new Date().toISOString().',
      )
      .without(
        ['password', 'hash', 'email_key'],
        'the response contains the request body or the row of the table. Return a `User`, which has four fields.',
      );
    const others = (names: string[]) => names.filter((name) => !['id', 'email', 'name', 'created_at'].includes(name));
    answer.without(others(Object.keys(answer.body)), 'the response has more than the four fields of a `User`.');
    const create = calls.find(({ name }) => name === 'UsersService.create');
    const [more] = Array.isArray(create?.returned) ? others(create.returned) : [];
    if (more !== undefined) {
      fail(
        `UsersService.create returns an object with the field "${more}".`,
        'a `User`, which has four fields',
        '`create` returns the row, so every handler has to remove the hash before it responds.',
      );
    }
    const given = create?.given[0];
    if (!Array.isArray(given) || [...given].sort().join() === 'email,hash,name') return;
    fail(`UsersService.create got an object with the fields ${given.join(', ')}.`, 'create({ email, name, hash })', [
      'the handler passes the password on, which the service must never see, or prepares the email_key for it.',
      'a field is not named as in the task.',
    ]);
  });

  check('the user is a row in the table users', async (app) => {
    const { registered, rows } = await (await stories(app)).contents;
    for (const answer of registered) answer.status(201, notCreated);
    if (rows === undefined) fail("The table 'users' doesn't exist.", 'a table "users"', noTable);
    for (const { body } of registered) {
      const user = body as Row;
      const row = rows.find(({ id }) => id === user.id);
      if (row === undefined) {
        fail('The table has no row for a user that was registered.', `a row with the id ${user.id}`, notInserted);
      }
      const expected: Row = { ...user, email_key: String(user.email).toLowerCase() };
      for (const [column, value] of Object.entries(expected)) {
        if (row[column] === value) continue;
        const problem = `In the table, the column "${column}" is ${JSON.stringify(row[column])}.`;
        fail(problem, JSON.stringify(value), whyOtherValue(column, row, user));
      }
    }
  });

  check('an email that is already registered is refused with 400', async (app) => {
    const { first, again, description } = await stories(app);
    (await first).answer.status(201, stepTwo);
    const cause = (await description).methods.UsersService?.includes('isTaken')
      ? 'UsersService.isTaken does not find the email, or `register` does not ask it, or a `return` is missing before ctx.status(400).'
      : 'UsersService has no method isTaken yet (step 2). Or it no longer has it, and email_key is not `unique` (step 5).';
    refused(await again, cause);
  });

  check('upper and lower case do not make a different email', async (app) => {
    const { first, inCapitals } = await stories(app);
    (await first).answer.status(201, stepTwo);
    refused(await inCapitals, 'the email is compared as it was written. Compare it in lower case, with email_key.');
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('the table contains a bcrypt hash with cost 10', async (app) => {
    const { password, stored } = await storedHashes(app);
    for (const hash of stored) {
      const problem = `The column "password" contains ${JSON.stringify(hash)}.`;
      const expected = 'a bcrypt hash: $2b$10$ and 53 more characters';
      if (hash === '!') fail(problem, expected, 'this is the placeholder from step 2.');
      if (hash === password) fail(problem, expected, 'this is the password itself. Pass its hash to `create`.');
      const [, cost, rest = ''] = /^\$2[aby]\$(\d\d)\$(.*)$/.exec(hash) ?? [];
      if (cost === undefined) fail(problem, expected, 'this is not a bcrypt hash.');
      if (cost !== '10') fail(problem, expected, `the cost is ${Number(cost)}.`);
      if (rest.length !== 53) fail(problem, expected, 'part of the hash is missing.');
    }
    if (!(await bcrypt.compare(password, stored[0]!))) {
      fail(
        'The hash in the table belongs to a different password.',
        'the hash of the password as it was sent',
        'the password is changed before it is hashed (trimmed, cut off or in lower case), or something else is hashed.',
      );
    }
    const { output } = await (await stories(app)).contents;
    // With one salt for all, the next check says more.
    if (new Set(stored).size !== stored.length || !output.includes('the field cost is ignored')) return;
    fail(
      'When the field `cost` of Passwords changes, the cost of a new hash stays the same.',
      'readonly cost = 10, and `hash` uses this.cost',
      'there is no field `cost`, or `hash` has a number of its own. Chapter 09 needs the cost in other methods as well.',
    );
  });

  check('register hashes passwords with the injected Passwords', async (app) => {
    const { stored } = await storedHashes(app);
    const { calls } = await (await stories(app)).first;
    // Without a hash, the check before this one says more.
    if (!stored.every((hash) => hash.startsWith('$2'))) return;
    if (calls.some(({ name }) => name === 'Passwords.hash')) return;
    fail(
      'The hash in the table does not come from the injected Passwords.',
      'a field with @inject(Passwords), and this.passwords.hash(password)',
      '`register` calls bcrypt itself, or creates its own Passwords with `new`, whose injected fields nobody fills.',
    );
  });

  check('two users with the same password have different hashes', async (app) => {
    const { stored } = await storedHashes(app);
    const cause = 'every hash has the same salt. bcrypt.hash creates a new one if you pass the cost, a number.';
    if (new Set(stored).size !== stored.length) fail('Two equal passwords have equal hashes.', 'different ones', cause);
  });

  check('the password appears neither in the database nor in the log', async (app) => {
    const { password, image, output, stored } = await storedHashes(app);
    const inFile = 'it is stored in some column. Store only the hash.';
    if (image.includes(password)) fail('The database file contains the password.', 'only its hash', inFile);
    const inLog = 'a console.log or log call prints it, perhaps as part of the whole body.';
    if (output.includes(password)) fail('The log contains the password.', 'no password in the log', inLog);
    const leftOver = 'a console.log or log call prints it, perhaps the one that you added to look at a hash.';
    if (stored.some((hash) => hash.length > 1 && output.includes(hash)))
      fail('The log contains the hash of a password.', 'no hash in the log', leftOver);
  });
});

step(4, (check) => {
  check('while four users register, other requests are served', async (app) => {
    const { registrations, others } = await (await stories(app)).crowd;
    for (const answer of others) answer.status(200);
    for (const answer of registrations) answer.status(201, stepTwo);
    if (others.length >= fewest) return;
    throw new CheckFailure({
      problem: `While four users registered, only ${others.length} other requests were served.`,
      expected: `at least ${fewest}`,
      cause: 'bcrypt runs on the main thread and blocks the event loop. Let the BcryptPool do the hashing.',
      request: registrations[0]!.request,
    });
  });

  check('BcryptPool is injected into Passwords', async (app) => {
    const { parts } = await (await stories(app)).description;
    const passwords = parts.find(({ name }) => name === 'Passwords');
    const pool = parts.find(({ name }) => name === 'BcryptPool');
    const cause = 'Passwords has no @inject(BcryptPool) field. With `new BcryptPool()`, nobody calls its onStop.';
    if (passwords?.needs.some(({ number }) => number === pool?.number)) return;
    fail('BcryptPool is not injected into Passwords.', 'a field with @inject(BcryptPool)', cause);
  });

  check('the work for a client that has disconnected is dropped', async (app) => {
    const { left, calls } = await (await stories(app)).leavers;
    const { registered, rows } = await (await stories(app)).firstLife;
    for (const answer of registered) answer.status(201, stepTwo);
    const hashes = calls.filter(({ name }) => name === 'BcryptPool.hash');
    if (hashes.some(({ given }) => given[2] !== 'AbortSignal')) {
      fail(
        'BcryptPool.hash got no signal, so it hashes passwords for clients that have disconnected.',
        'this.pool.hash(password, this.cost, signal), with the ctx.signal of the request',
        noSignal,
      );
    }
    const stored = (rows ?? []).filter(({ email }) => left.includes(String(email))).length;
    if (stored <= left.length / 2) return;
    fail(
      `${left.length} clients disconnected while they waited, and ${stored} of them were hashed and stored anyway.`,
      'the pool drops jobs whose client has disconnected',
      hashes.length === 0
        ? 'the pool does not do the hashing, so it has no jobs to drop.'
        : [
            'the pool gets a signal that is not the one of the request. Pass ctx.signal to passwords.hash(…).',
            '`register` catches the error with which the pool drops a job, and continues.',
          ],
    );
  });
});

step(5, (check) => {
  check('the attack "race" is blocked', async (app) => {
    (await (await stories(app)).first).answer.status(201, stepTwo);
    await (await stories(app)).race;
  });

  check('the table itself refuses a second row with the same email_key', async (app) => {
    const { duplicate } = await (await stories(app)).betweenLives;
    if (duplicate === 'unique') return;
    if (duplicate === undefined) fail("The table 'users' doesn't contain a user.", 'a user', stepTwo);
    fail(
      'The table "users" accepted a second row with the same email_key.',
      'a unique constraint on email_key',
      'the column email_key is not declared `unique`.',
    );
  });

  check('if another request inserts the email first, the response is 400', async (app) => {
    refused(
      await (await stories(app)).rival,
      'another row with this email was inserted after your query and before your insert. A query beforehand cannot ' +
        'prevent that. Catch the error of the insert, and look for the code `unique`.',
    );
    const { description, rivalThrew, isHttpError, isCodeIgnored } = await stories(app);
    const { methods } = await description;
    const decides = 'the table alone decides which emails are taken';
    const useless = 'the query of step 2 is still there. It prevents nothing that the constraint does not prevent.';
    if (methods.UsersService?.includes('isTaken')) fail('UsersService still has the method isTaken.', decides, useless);
    const threw = await rivalThrew;
    if (threw !== undefined && threw !== taken) {
      fail(
        `UsersService.create threw: ${threw}`,
        `an error with the message \`${taken}\``,
        'the controller translates the error of the database. Then it depends on the database, and so does every other caller of `create`.',
      );
    }
    if (await isHttpError) {
      fail(
        'UsersService.create threw an HttpError.',
        `new Error('${taken}'), and a status that \`register\` chooses`,
        'the service chooses an HTTP status. A caller without a request, such as a command in the terminal, has no use for it.',
      );
    }
    if (!(await isCodeIgnored)) return;
    fail(
      'UsersService.create did not recognize an error with the code `unique` and the message of PostgreSQL.',
      `an error with the message \`${taken}\`, whichever database refuses the row`,
      '`create` looks for words in error.message, and every database has its own. Compare error.code.',
    );
  });

  check('any other failure of the store is 400 with its message', async (app) => {
    const broken = await (await stories(app)).broken;
    broken.status(
      400,
      broken.code === 201
        ? '`create` catches every error of the insert, and throws one only for the code `unique`. Throw all others again.'
        : 'the error of `create` is not caught in `register`, or it is thrown again. The contract asks for 400 here.',
    );
    const cause = [
      'every error is translated. Only the code `unique` means that the email is registered.',
      '`create` looks for words in error.message. Here they are part of the name of the file. Compare error.code.',
    ];
    if (broken.body.error === taken) {
      fail('A failure of the disk is reported as a registered email.', `an error with the words "${saved}"`, cause);
    }
    broken.fields(
      { error: (error: unknown) => String(error).includes(saved) },
      'the message of the error is replaced.',
    );
  });

  examine(check, api, 5);
});

step(6, (check) => {
  check('a password of more than 72 bytes is refused', async (app) => {
    const { letter, accents } = await (await stories(app)).tooLong;
    const notRefused = [
      '`register` does not throw an HttpError if `fits` returns false.',
      '`fits` allows too many bytes: bcrypt would ignore the last of these 73.',
    ];
    const otherMessage = 'the HttpError has another message. Pass `Invalid request` as its second argument.';
    letter.error(400, 'Invalid request', letter.code === 400 ? otherMessage : notRefused);
    accents.error(400, 'Invalid request', 'these are 37 characters, but 74 bytes. Count with Buffer.byteLength(…).');
    const { methods } = await (await stories(app)).description;
    if (methods.Passwords?.includes('fits')) return;
    fail(
      'Passwords has no method `fits`.',
      'fits(password) in Passwords, called by `register`',
      '`register` counts the bytes itself. The login of chapter 09 has to ask the same question.',
    );
  });

  check('a password that is too long is refused before anything is hashed', async (app) => {
    const { stored } = await storedHashes(app);
    if (!stored.every((hash) => hash.startsWith('$2'))) {
      fail('Passwords are not hashed yet.', 'a bcrypt hash in the table', 'step 3 is not done.');
    }
    const { tooLong, waitedFor } = await (await stories(app)).leavers;
    tooLong.error(400, 'Invalid request', 'bcrypt would ignore the last of these 73 bytes.');
    if (waitedFor < patience) return;
    throw new CheckFailure({
      problem: `The refusal had to wait until ${waitedFor} other passwords were hashed.`,
      expected: 'a refusal that waits for no hash',
      cause: '`register` calls `fits` after the password was hashed.',
      request: tooLong.request,
    });
  });

  examine(check, api, 6);
  examineApplication(check, api);
});

const noSignal = 'the pool gets no signal. Pass ctx.signal to passwords.hash(…), and from there to pool.hash(…).';
const taken = 'email already registered';
const exported = 'exports: [UsersService]';
/** Part of the message of the store when its folder is gone. */
const saved = 'could not be saved';
const notImported = '`imports: [UsersModule]` is missing in src/auth/auth.module.ts.';
const noTable = 'UsersService has no onStart that creates it, or no module declares UsersService.';
/** For the first user. The table is still empty. */
const alwaysTaken = [
  'isTaken returns true for an email that nobody has registered.',
  'an `await` is missing before this.users.isTaken(…), and a promise is always truthy.',
  '`create` turns every error into this one, and not only those with the code `unique`.',
];
const notCreated = ({ code, content }: Answer) => {
  // The log says what was thrown.
  if (code === 500) return undefined;
  return content.includes('is a Promise')
    ? 'an `await` is missing before this.passwords.hash(…), so the hash is a promise.'
    : content.includes(taken)
      ? 'isTaken finds another email: `like` treats _ and % as wildcards. Compare email_key with `=`.'
      : '`register` does not create the user, or does not respond with ctx.status(201).json(…).';
};
const notInserted = '`create` does not insert a row, or its promise is not awaited.';
const wrongKey = 'the email is not converted to lower case for this column.';
const wrongOrder = 'the columns of the insert and its values are in a different order.';
const stepTwo = 'registering a user does not work yet. See step 2.';

/** Why a column of a new row doesn't have the expected value. */
function whyOtherValue(column: string, row: Row, user: Row): string {
  if (column === 'email_key' && row.email_key === user.email) return wrongKey;
  return column === 'email' && row.email === row.email_key
    ? '`create` stores the email in lower case in both columns. Only email_key should be in lower case.'
    : wrongOrder;
}

/** With threads there are hundreds; on the main thread, about one for every slice of bcrypt's work. */
const fewest = 30;

/** The contract's response for an email that is registered already. The cause depends on what came instead. */
function refused(answer: Answer, cause: string): void {
  if (answer.code === 409) answer.status(400, '409 is the better status, but the contract of this part says 400.');
  if (answer.content.includes('UNIQUE constraint')) {
    answer.error(400, taken, 'the error of the insert is passed on as it is. Translate the code `unique` in `create`.');
  }
  if (answer.code === 500) {
    answer.status(
      400,
      'the error is not caught in `register`. Inside `try`, write `return await …`, or await the promise first.',
    );
  }
  const otherMessage = 'the error has another message. Compare it with the expected one, character by character.';
  answer.error(400, taken, answer.code === 400 ? otherMessage : cause);
}

type Row = Record<string, unknown>;

interface Column {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

const stories = (app: Session) => app.once(tellAll);

/** Runs inside the program, once it listens: does a hash have the cost of the field, and what does `create` throw? */
const observed = `
  import { AsyncLocalStorage } from 'node:async_hooks';
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const find = (name) => built.map(({ instance }) => instance).find(({ constructor }) => constructor.name === name);
    const passwords = find('Passwords');
    if (passwords?.hash) {
      // Only for this call, because the program may be hashing a password of its own at the same time.
      const trial = new AsyncLocalStorage();
      const { cost } = passwords;
      Object.defineProperty(passwords, 'cost', { get: () => trial.getStore() ?? cost });
      const report = (hash) => String(hash).startsWith('$2b$04$') || console.log('the field cost is ignored');
      trial.run(4, async () => passwords.hash('x', new AbortController().signal)).then(report, () => {});
    }
    const users = find('UsersService');
    const create = users?.create;
    if (create && users.db && process.env.TRELLIS_TRACE) {
      // An insert that says what to do on a conflict doesn't fail, and changes no row.
      const refuse = (nothing) => async (sql) => {
        if (/\\bon\\s+conflict\\b|\\bor\\s+ignore\\b/i.test(sql.join('?'))) return nothing;
        const { constructor: DatabaseError } = await users.db.run\`not SQL\`.catch((error) => error);
        throw new DatabaseError('unique', 'duplicate key value violates unique constraint');
      };
      const full = { run: refuse({ changes: 0 }), get: refuse(undefined), all: refuse([]) };
      const elsewhere = Object.create(users, { db: { value: full } });
      const report = (error) => error.message.startsWith('duplicate key') && console.log('the code unique is ignored');
      (async () => create.call(elsewhere, { email: 'x@example.com', name: 'x', hash: '!' }))().catch(report);
    }
    if (create) users.create = async (...given) => {
      try {
        return await create.apply(users, given);
      } catch (error) {
        console.log('create threw: ' + String(error?.message).split('\\n')[0]);
        if (error?.constructor.name === 'HttpError') console.log('create threw an HttpError');
        throw error;
      }
    };
  });
`;

/** The first check starts the story: two programs on one file, one after the other. */
async function tellAll(app: Session) {
  const body = aBody({ password: `Ab ${letters(26)} ` });
  const { email, password, name } = body;
  // The store names the file when it can't save it. Then only the code of the error says what has happened.
  const file = join(await app.folder(), 'doomed', 'UNIQUE constraint failed - users.email_key.db');
  await mkdir(join(file, '..'));
  const onFile = { DATABASE_URL: `file:${file}` };
  const watched = { ...onFile, TRELLIS_OBSERVER: observed };
  const [program, successor] = [
    app.fresh({ ...watched, TRELLIS_CALLS: '1' }),
    app.fresh({ ...watched, TRELLIS_TRACE: '1' }),
  ];
  const registered: Answer[] = [];
  return inTurn({
    description: () => inspect(program),
    first: async () => {
      const told = await tellFirst(program, body);
      const calls = await (await program.running()).calls();
      // A second user with the same password and name: only the email is different, and `like` would take it for the first.
      registered.push(told.answer, await register(program, { email: email.replace('.', '_'), password, name }));
      return { ...told, calls };
    },
    contents: async () => ({ password, registered, ...(await tellContents(program, file)) }),
    again: () => register(program, { email }),
    inCapitals: () => register(program, { email: email.toUpperCase() }),
    crowd: () => tellCrowd(program),
    tooLong: async () => ({
      letter: await register(program, { password: letters(73) }),
      accents: await register(program, { password: 'é'.repeat(37) }),
    }),
    leavers: async () => ({ ...(await leaveEarly(program)), calls: await (await program.running()).calls() }),
    firstLife: async () => ({ registered, rows: await tellEnd(program, file) }),
    betweenLives: () => tellBetweenLives(file),
    rival: () => register(successor, { email: `rival.${random.word()}@example.com` }),
    rivalThrew: async () => /^create threw: (.*)$/m.exec(await successor.output())?.[1],
    isHttpError: async () => (await successor.output()).includes('create threw an HttpError'),
    isCodeIgnored: async () => (await successor.output()).includes('the code unique is ignored'),
    race: () => successor.attack(race),
    broken: async () => {
      await rm(join(file, '..'), { recursive: true, force: true, maxRetries: 5 });
      return register(successor);
    },
  });
}

async function tellFirst(app: Session, body: Body) {
  await app.url();
  const earliest = Date.now();
  const answer = await app.post('/auth/register', body);
  return { body, earliest, latest: Date.now(), answer };
}

interface Crowd {
  registrations: Answer[];
  others: Answer[];
}

/** On a busy machine, even a program that hashes on threads may get no time to respond. One that blocks never serves enough. */
async function tellCrowd(app: Session, tries = 4): Promise<Crowd> {
  const crowd = await tellOneCrowd(app);
  return crowd.others.length >= fewest || tries === 1 ? crowd : tellCrowd(app, tries - 1);
}

async function tellOneCrowd(app: Session): Promise<Crowd> {
  let isHashing = true;
  const registrations = Promise.all(Array.from({ length: 4 }, () => register(app))).finally(() => {
    isHashing = false;
  });
  // Awaited below. If a request fails before that, its failure is the one to report.
  registrations.catch(() => {});
  const others: Answer[] = [];
  while (isHashing && others.length < fewest) others.push(await app.get('/posts'));
  return { registrations: await registrations, others };
}

interface Contents {
  password: string;
  registered: readonly Answer[];
  /** Undefined if the table `users` doesn't exist. */
  columns: Column[] | undefined;
  rows: Row[] | undefined;
  image: Buffer;
  output: string;
}

/** What the program has stored and printed so far. From a copy: only one process at a time can open a database file. */
async function tellContents(program: Session, file: string) {
  // A database that nobody wrote to has no file.
  await copyDatabase(file, `${file}.copy`).catch(() => {});
  const image = await readFile(`${file}.copy`).catch(() => Buffer.alloc(0));
  return { image, output: await program.output(), ...(await contentsOf(`${file}.copy`)) };
}

/** Ends the first program, and returns the rows that it leaves. */
async function tellEnd(program: Session, file: string): Promise<Row[] | undefined> {
  try {
    // The queue is first in, first out: whatever was not dropped has been hashed before this one.
    await register(program);
  } finally {
    await program.stop();
  }
  return (await contentsOf(file)).rows;
}

/** More than one job for each thread: that many can finish while a refusal is on its way. */
const patience = threads + 2;

/** Many registrations at once, and one whose password is too long. Then everyone who still waits disconnects. */
async function leaveEarly(program: Session) {
  const url = await program.url();
  const controller = new AbortController();
  const emails: string[] = [];
  const finished: string[] = [];
  let enough: () => void;
  const isEnough = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const sent = Array.from({ length: 6 * threads + 4 }, async () => {
    const body = aBody();
    emails.push(body.email);
    await fetch(`${url}/auth/register`, { method: 'POST', body: JSON.stringify(body), signal: controller.signal });
    if (finished.push(body.email) >= patience) enough();
  });
  try {
    // By the time the first has been hashed, all the others are in the queue.
    await Promise.any(sent).catch(() => {});
    const refusal = register(program, { password: letters(73) });
    await Promise.race([refusal, isEnough, Promise.allSettled(sent)]);
    const waitedFor = finished.length;
    controller.abort();
    return { waitedFor, left: emails.filter((email) => email !== finished[0]), tooLong: await refusal };
  } finally {
    controller.abort();
    await Promise.allSettled(sent);
  }
}

async function contentsOf(file: string): Promise<Pick<Contents, 'columns' | 'rows'>> {
  return withDatabase(file, async (db) => {
    const columns = await db.all<Column>`select name, type, "notnull", pk from pragma_table_info('users')`;
    if (columns.length === 0) return { columns: undefined, rows: undefined };
    return { columns, rows: await db.all<Row>`select * from users` };
  });
}

/** What the table says to a second row with the same key, and a rival for the second life who is always faster. */
async function tellBetweenLives(file: string): Promise<{ duplicate: 'unique' | 'accepted' | undefined }> {
  return withDatabase(file, async (db) => {
    const user = await db.get<Row>`select * from users limit 1`.catch(() => undefined);
    if (user === undefined) return { duplicate: undefined };
    const duplicate = await db.run`
      insert into users (id, email, email_key, password, name, created_at)
      values ('duplicate', 'duplicate', ${String(user.email_key)}, '!', '', '')`.then(
      () => 'accepted' as const,
      () => 'unique' as const,
    );
    await db.run`delete from users where id = 'duplicate'`;
    // Runs in the middle of the program's own insert, like a request that is a moment ahead.
    await db.run`
      create trigger rival before insert on users when new.email_key like 'rival.%' begin
        insert into users (id, email, email_key, password, name, created_at)
        values ('rival-' || new.id, new.email, new.email_key, '!', 'Rival', new.created_at);
      end`;
    return { duplicate };
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

/** The contents of the column `password`, once step 2 is done. */
async function storedHashes(app: Session): Promise<Contents & { stored: string[] }> {
  const contents = await (await stories(app)).contents;
  for (const answer of contents.registered) answer.status(201, stepTwo);
  const stored = (contents.rows ?? []).map(({ password }) => String(password));
  if (stored.length === 0) fail('The table "users" is empty.', 'a row for each user', stepTwo);
  return { ...contents, stored };
}

interface Body {
  email: string;
  password: string;
  name: string;
}

function register(app: Session, given: Partial<Body> = {}): Promise<Answer> {
  return app.post('/auth/register', aBody(given));
}

function aBody(given: Partial<Body> = {}): Body {
  const email = `Reader.${random.word()}@Example.com`;
  return { email, password: letters(12), name: random.sentence(), ...given };
}

/** This many random letters. */
function letters(count: number): string {
  return Array.from({ length: count }, () => random.word()[1]!).join('');
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(value);
}

function isTime(value: unknown, earliest: number, latest: number): boolean {
  const time = new Date(String(value));
  const isIso = !Number.isNaN(time.getTime()) && time.toISOString() === value;
  return isIso && time.getTime() >= earliest && time.getTime() <= latest;
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
