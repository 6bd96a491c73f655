import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { HttpError, Unavailable } from 'trellis';
import { type Answer, assemble, CheckFailure, chapter, inspect, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { MemoryKeyValue } from '../../framework/services/memory-key-value.ts';
import keyRush from './attacks/key-rush.ts';

const { step } = chapter(import.meta.url, { concurrent: true });

step(1, (check, examine) => {
  check('the migrations are applied in order, and logged when they are', async (app) => {
    const { first, second } = await app.once(oneProgram);
    if (second.crash !== undefined) throw explained(second.crash, first.indexes);
    const { methods } = await inspect(await app.once(inMemory));
    const leftovers = ['UsersService', 'PostsService', 'ApiKeysService', 'TokenCutoffs'].filter((name) =>
      methods[name]?.includes('onStart'),
    );
    const numbers = second.rows.map(({ number }) => number);
    const last = numbers.length;
    if (last === 0) {
      fail('After startup, the table "migrations" is missing or empty.', 'a row per migration', [
        '`#once` inserts no row into the table "migrations".',
        'UsersModule does not import StoreModule, so nothing builds `Migrations`.',
      ]);
    }
    if (numbers.some((number, index) => number !== index + 1)) {
      fail(
        `The table "migrations" contains these numbers: ${numbers.join(', ')}.`,
        `the numbers 1 to ${last}`,
        '`#once` inserts a number other than the one it is called with.',
      );
    }
    const missing = Object.keys(columns).filter((name) => !second.indexes.includes(name));
    if (missing.length > 0) {
      fail(
        `The program has started, and there is no index ${missing.join(' and no index ')}.`,
        'the indexes posts_by_date and posts_by_author',
        first.crash !== undefined && first.rows.length >= ours(second.rows).number
          ? 'the migration failed at the first start, but its row stayed, so the second start skipped it. The insert and `apply(tx)` are not in one transaction.'
          : [
              'src/store/schema.ts has no migration that creates them.',
              'the migrations are not applied: `apply` is not called.',
              '`apply` is not awaited, so the transaction ends before the second statement.',
              '`db.transaction` is not awaited, so the program starts before the migration fails.',
            ],
      );
    }
    const [other] = Object.entries(columns).filter(([name, ofIndex]) => !second.statements[name]?.includes(ofIndex));
    if (other !== undefined) {
      fail(
        `The index ${other[0]} was created with: ${second.statements[other[0]]}.`,
        `an index on ${other[1]}`,
        'the columns, or their order, are not those by which the lists filter and sort.',
      );
    }
    const named = ours(second.rows);
    if (named.name !== nameOfOurs || !/^\d{4}-\d\d-\d\dT.*Z$/.test(named.applied_at)) {
      fail(
        `The last row of the table "migrations" has the name "${named.name}" and applied_at "${named.applied_at}".`,
        'the name "indexes for the lists", and the time as an ISO string',
        ['the last migration has another name.', '`#once` does not insert the name, or new Date().toISOString().'],
      );
    }
    if (leftovers.length > 0) {
      fail(
        `${leftovers.join(' and ')} still ${leftovers.length === 1 ? 'has' : 'have'} a method onStart.`,
        'only `Migrations` changes tables',
        ['a service still creates its table.', 'an `onStart` that does nothing any more was not removed.'],
      );
    }
    const due = numbers.slice(named.number - 1).join(', ');
    if (first.crash !== undefined && second.logged !== due) {
      fail(
        `The migrations before ${named.number} were applied at an earlier start, and ${due} at this one. The log has these numbers: ${second.logged || 'none'}.`,
        `one log line "migration" with the field number, for ${due} only`,
        second.logged === ''
          ? ['`#once` writes no log line "migration".', 'the log line has no field `number`.']
          : 'the log line is written although `changes` was 0.',
      );
    }
  });

  check('a migration that fails is rolled back, with its row', async (app) => {
    const { first, second } = await app.once(oneProgram);
    const problem = explained(first.crash);
    if (problem instanceof CheckFailure && problem.parts.output?.includes(stuck)) throw problem;
    if (first.crash === undefined) {
      fail('A migration could not be applied, but the program started all the same.', 'the program does not start', [
        'the migration is not applied, or its error is caught.',
        '`apply` is not awaited, so nobody notices that it fails.',
      ]);
    }
    const { number } = ours(second.rows);
    if (first.rows.length === 0 || first.rows.length >= number) {
      const numbers = first.rows.map(({ number }) => number).join(', ');
      fail(
        `The last migration failed, and the table "migrations" contains these numbers: ${numbers || 'none'}.`,
        'all numbers but the last',
        'the row and the change are not in one transaction, so the row stays, and nobody tries the migration again.',
      );
    }
    if (first.logged.split(', ').includes(String(number))) {
      fail(
        `The last migration failed, and the log has a line "migration" with the number ${number}.`,
        'a log line only for a migration that was applied',
        'the line is written inside of the transaction. It cannot be rolled back, so log after the commit.',
      );
    }
    if (first.indexes.length > 0) {
      fail(
        `The last migration failed in its second statement, and the index of its first one exists: ${first.indexes.join(', ')}.`,
        'nothing of a failed migration stays',
        'the migration runs outside of the transaction: call `apply(tx)`.',
      );
    }
  });

  examine('SessionsService no longer creates its table', async (load) => {
    const { SessionsService } = await load('auth/sessions.service.ts');
    const statements: string[] = [];
    const run = async (parts: readonly string[]) => void statements.push(parts.join('?').trim().split('\n')[0]!);
    const service = assemble(SessionsService, { Database: { run, get: run, all: run } });
    if (service.onStart === undefined) {
      fail(
        'SessionsService has no method onStart.',
        'an onStart that checks SESSION_IDLE_MINUTES',
        'the whole method was removed. Only its `create table` has moved to the migrations.',
      );
    }
    await service.onStart();
    if (statements.length === 0) return;
    fail(
      `SessionsService runs this statement in onStart: ${statements[0]}`,
      'only `Migrations` changes tables',
      'the `create table` is still in src/auth/sessions.service.ts. Two processes that start at once can run it at the same time.',
    );
  });

  // The framework's transactions wait for statements that nobody awaits. Those of most drivers don't.
  examine(
    'a migration awaits its statements, and is logged after its commit',
    async (load) => {
      const events = await startOf((await load('store/migrations.ts')).Migrations);
      const commit = events.lastIndexOf('commit');
      if (commit >= 0 && events.lastIndexOf('created') > commit) {
        fail(
          'The last migration was committed before its statements had finished.',
          'the commit after the last statement',
          ['`apply` in src/store/schema.ts does not await its statements.', '`#once` does not await `apply(tx)`.'],
        );
      }
      if (events.lastIndexOf('logged') >= commit) return;
      fail(
        'The log line "migration" was written before the commit.',
        'the log line after the commit',
        'the line is written inside of the transaction. If the commit fails, it is wrong: log when `db.transaction` has finished.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'a command creates the tables, too, if it is the first program on a database',
    async (app) => {
      const DATABASE_URL = `file:${join(await app.folder(), 'blog.db')}`;
      const listed = await app.command('cli.ts', ['posts', 'list'], { DATABASE_URL });
      listed.exit(
        0,
        /no such table/.test(listed.stderr)
          ? 'UsersModule does not import StoreModule. If only AppModule does, the commands and the pages never apply a migration.'
          : undefined,
      );
    },
    { alreadyTrue: true },
  );

  check('of two programs that start at once, one applies each migration', async (app) => {
    const { rows, logged, crash } = await app.once(twoPrograms);
    if (crash !== undefined) throw explained(crash);
    const counts = rows.map(({ number }) => logged.filter((line) => line.number === number).length);
    if (rows.length > 0 && counts.every((count) => count === 1)) return;
    fail(
      `Two programs started on an empty database. For each migration, there are this many log lines: ${counts.join(', ') || 'none'}.`,
      'one log line "migration" per number, from one of the two programs',
      [
        'the number of `changes` is not used. If the insert has added no row, another process has applied this migration.',
        'the log line is written in any case.',
      ],
    );
  });
});

step(2, (check, examine) => {
  examine(
    'only TooManyKeys becomes a 409',
    async (load) => {
      const { ApiKeysController } = await load('auth/api-keys.controller.ts');
      const other = new Error(random.word());
      const { error, did } = await outcomeFor(ApiKeysController, other);
      if (error === other) return;
      fail(
        `The service threw an error that is not a \`TooManyKeys\`, and the handler ${did}.`,
        'the error itself, as the service has thrown it',
        error instanceof HttpError && error.status === 409
          ? 'the catch block turns every error into a 409. It has to rethrow those that are not a `TooManyKeys`.'
          : 'the catch block does not rethrow errors that are not a `TooManyKeys`: `throw error` is missing.',
      );
    },
    { alreadyTrue: true },
  );

  examine('the controller turns TooManyKeys into a 409', async (load) => {
    const { ApiKeysController } = await load('auth/api-keys.controller.ts');
    const { TooManyKeys } = await load('auth/too-many-keys.ts');
    const { error, did } = await outcomeFor(ApiKeysController, new TooManyKeys());
    if (error instanceof HttpError && error.status === 409) return;
    fail(
      `The service threw \`TooManyKeys\`, and the handler ${did}.`,
      'an `HttpError` with the status 409, thrown by the handler',
      error instanceof TooManyKeys
        ? 'the handler does not catch `TooManyKeys`. The service does not know HTTP, so it must not throw an `HttpError` itself.'
        : 'the catch block handles `TooManyKeys`, but does not throw an `HttpError` with the status 409.',
    );
  });

  check(
    'sessions, refresh tokens and failed logins are shared by two programs',
    async (app) => {
      const { here, there, pairs, guesses, closed } = await app.once(sharedState);
      here.status(200, 'the program does not accept a session that it has started itself.');
      there.status(200, 'the session is in the memory of the other program, and not in Database.');
      const won = pairs.filter((answer) => answer.code === 200).length;
      pairs[0]!.expect(
        won === 1 && pairs.every(({ code }) => code === 200 || code === 401),
        'one of four concurrent requests with the same refresh token to be granted',
        `${won} were granted. Reading and deleting are two operations; \`take\` is one.`,
      );
      for (const guess of guesses) guess.error(401, 'Invalid credentials', 'fewer than five attempts are allowed.');
      for (const answer of closed) {
        const cause = 'each program counts the failed logins in its own memory, and not in KeyValue.';
        answer.error(429, 'Too many requests', cause);
      }
    },
    { alreadyTrue: true },
  );

  check('a user gets five API keys, and 409 for the sixth', async (app) => {
    const { six, other } = await app.once(oneByOne);
    for (const [index, answer] of six.entries()) {
      const cause = answer.code === 409 ? `the limit is too low: this is only key number ${index + 1}.` : undefined;
      if (index < 5) answer.status(201, cause);
    }
    six[5]!.error(409, 'Too many API keys', (answer) =>
      answer.code === 201
        ? [
            'the limit is off by one, or nothing counts the keys.',
            '`db.transaction` is not awaited, so the response is sent before the keys are counted.',
          ]
        : answer.code === 409
          ? 'the `HttpError` has another message.'
          : 'the service throws something other than `new TooManyKeys(…)`, so the controller lets it pass.',
    );
    other.status(201, 'the keys of all users are counted. Count those with this `user_id`.');
  });

  check('a revoked key makes room for another', async (app) => {
    const { six, revoked, again } = await app.once(oneByOne);
    six[5]!.status(409, 'there is no limit yet.');
    revoked.status(204);
    again.status(201, 'a counter is kept that nobody decrements. Count the rows of the table.');
  });

  check('of twenty concurrent requests to two programs, five succeed', async (app) => {
    const { keys, listed } = await app.once(rush);
    const made = keys.filter(({ code }) => code === 201).length;
    for (const answer of keys) {
      if (answer.code !== 201) answer.error(409, 'Too many API keys');
    }
    keys[0]!.expect(
      made === 5 && listed === 5,
      `five of twenty requests to succeed, ten to each program; ${made} did`,
      made === 10 ? ['each program allows five, so the keys are counted in its own memory.', unlocked] : unlocked,
    );
  });

  check('of two programs that are asked for the last key, one creates it', async (app) => {
    const { last } = await app.once(lockedRow);
    const made = last.filter(({ code }) => code === 201).length;
    for (const answer of last) {
      if (answer.code !== 201) answer.error(409, 'Too many API keys');
    }
    last[0]!.expect(
      made === 1,
      `one of two requests to succeed, for a user with four keys, whose row was locked until both had arrived; ${made} did`,
      made === 0 ? 'the limit is too low: a user with four keys may have another.' : unlocked,
    );
  });

  check(
    "a user's requests don't wait for another user's",
    async (app) => {
      const { first, neighbour } = await app.once(lockedRow);
      if (first === 'neighbour') {
        neighbour.status(201, 'the keys of all users are counted. Count those with this `user_id`.');
        return;
      }
      fail(
        'The row of one user was locked, a request for an API key waited for it, and so did the request of another user.',
        'a lock on the row of the user whose keys are counted, and nothing else that waits',
        [
          'the `update users` has no `where id = …`: it writes every row, and all users wait for each other.',
          'all requests lock the same row, or wait in one queue.',
        ],
      );
    },
    { alreadyTrue: true },
  );

  check('the attack "key-rush" is blocked', async (app) => {
    await (await app.once(rush)).attacked();
  });
});

step(3, (check, examine) => {
  // A token is checked against the database first, so an outage rarely gets as far as these handlers.
  examine('an error of an unavailable database passes through a registration', async (load) => {
    const { AuthController } = await load('auth/auth.controller.ts');
    const down = new Unavailable('PostgreSQL', 'is down');
    const fails = () => Promise.reject(down);
    const passwords = { fits: () => true, hash: async () => random.word() };
    const auth = assemble(AuthController, { Passwords: passwords, UsersService: { create: fails } });
    const bind = async () => ({ email: random.email(), password: random.sentence(), name: random.word() });
    const error = await auth.register({ bind }).catch((thrown: unknown) => thrown);
    if (error === down) return;
    fail(
      `The database was unavailable, and the handler threw ${error}.`,
      'the error `Unavailable` itself, which the framework turns into 503',
      error instanceof HttpError && error.status === 500
        ? '`#create` in src/auth/auth.controller.ts turns every error into a 500, including `Unavailable`.'
        : '`#create` in src/auth/auth.controller.ts handles `Unavailable`, but does not rethrow it as it is.',
    );
  });

  examine(
    'a registration that the database refuses is still 500, with the message of the contract',
    async (load) => {
      const { AuthController } = await load('auth/auth.controller.ts');
      // The words of a message don't decide: they may contain what a user has sent.
      const { message } = new Unavailable('PostgreSQL', 'is down');
      const fails = () => Promise.reject(new Error(`Unavailable: ${message}: ${random.sentence()}`));
      const passwords = { fits: () => true, hash: async () => random.word() };
      const auth = assemble(AuthController, { Passwords: passwords, UsersService: { create: fails } });
      const bind = async () => ({ email: random.email(), password: random.sentence(), name: random.word() });
      const error = await auth.register({ bind }).catch((thrown: unknown) => thrown);
      if (error instanceof HttpError && error.status === 500 && error.message === 'Failed to create user') return;
      fail(
        `The database refused a new user, and the handler threw ${error}.`,
        'an `HttpError` with the status 500 and the message "Failed to create user"',
        'all errors pass through `#create` now. Only `Unavailable` should.',
      );
    },
    { alreadyTrue: true },
  );

  check('while PostgreSQL is down, changes get 503', async (app) => {
    const { writes, written } = await app.once(outage);
    for (const [place, answer] of writes) {
      answer.error(503, 'Service Unavailable', (received) =>
        received.code === 500
          ? `${place} turns every error into a 500, including \`Unavailable\`.`
          : 'something catches the error before the framework does, and responds with another status.',
      );
    }
    written.status(201, 'the database is back, but the program does not use it.');
  });

  check(
    'a refresh token survives a refresh that got 503',
    async (app) => {
      const [during, after] = (await app.once(outage)).refresh;
      during.error(503, 'Service Unavailable', 'the error of the store is caught somewhere.');
      after.status(
        200,
        'the token was consumed in Redis before PostgreSQL was queried. Find the user first, and consume it last.',
      );
    },
    { alreadyTrue: true },
  );
});

step(4, (check, examine) => {
  examine('both stores are queried at the same time', async (load) => {
    const { Readiness } = await load('health/readiness.ts');
    const { queried, outcome } = await askedOf(Readiness, 'is silent', 'is silent');
    if (queried.size === 2 && outcome === 'is still waiting') return;
    fail(
      outcome === 'is still waiting'
        ? `A store didn't respond, and \`check\` has queried ${[...queried].join(' and ') || 'neither of them'}.`
        : `Neither store has responded, and \`check\` ${outcome}.`,
      'a query to both at once, and a wait for both',
      outcome === 'is still waiting'
        ? [
            'the queries are awaited one after the other, so the timeouts add up. Start both, and await them with `Promise.all`.',
            'one of the two is never queried.',
          ]
        : queried.size === 0
          ? '`check` queries neither of them.'
          : '`check` does not await the queries.',
    );
  });

  examine('whatever the two stores do, check reports it', async (load) => {
    const { Readiness } = await load('health/readiness.ts');
    const behaviours = ['responds', 'is silent', 'is down'] as const;
    for (const [database, keys] of behaviours.flatMap((one) => behaviours.map((other) => [one, other] as const))) {
      const { outcome } = await askedOf(Readiness, database, keys);
      const both = [database, keys];
      const expected = both.includes('is down') ? 'threw the error' : 'is still waiting';
      // With one store down and the other silent, either is right.
      const isEither = outcome === 'is still waiting' && both.includes('is down') && both.includes('is silent');
      if (isEither || outcome === (both.every((each) => each === 'responds') ? 'has ended' : expected)) continue;
      fail(
        `The database ${database}, the key-value store ${keys}, and \`check\` ${outcome}.`,
        'an end when both have responded, and the error of a store that is down as it is',
        database === 'responds' && keys === 'responds'
          ? '`check` throws although nothing has failed.'
          : [
              '`check` awaits only one of the queries, or the faster one. Await both.',
              '`check` catches the error of a query, or replaces it.',
            ],
      );
    }
  });

  check('GET /health/live responds with 200, whichever store is down', async (app) => {
    const { live } = await app.once(outage);
    for (const [when, answer] of live) {
      answer.status(200, (received) =>
        received.code === 404
          ? 'AppModule does not import HealthModule.'
          : when && `${when}, and \`live\` queries it. A supervisor would now restart every process, again and again.`,
      );
      answer.json({ status: 'ok' });
    }
  });

  check('GET /health/ready is 503 while a store is down, and 200 again afterwards', async (app) => {
    const { ready } = await app.once(outage);
    const [before, withoutRedis, withoutPostgres, after] = ready;
    before.status(200, (received) =>
      received.code === 404 ? 'AppModule does not import HealthModule.' : '`check` fails although both stores respond.',
    );
    before.json({ status: 'ok' });
    for (const [name, answer] of [['Redis', withoutRedis] as const, ['PostgreSQL', withoutPostgres] as const]) {
      answer.error(503, 'Service Unavailable', [
        `\`check\` does not query ${name}.`,
        '`check` does not await the query, or catches its error.',
      ]);
    }
    after.status(200, 'both stores can be reached again. The result of an earlier check must not be kept.');
  });
});

type Behaviour = 'responds' | 'is silent' | 'is down';

/** What `check` does with two stores that work, except that they may not respond, or be down. */
async function askedOf(Readiness: new () => { check(): Promise<void> }, database: Behaviour, keys: Behaviour) {
  const queried = new Set<string>();
  const down = new Unavailable('A store', 'is down');
  const store = <T extends object>(working: T, name: string, behaviour: Behaviour) =>
    new Proxy(working, {
      get:
        (_, method) =>
        async (...given: unknown[]) => {
          queried.add(name);
          if (behaviour === 'is silent') return new Promise(() => {});
          if (behaviour === 'is down') throw down;
          return (working as Record<PropertyKey, (...given: unknown[]) => unknown>)[method]!(...given);
        },
    });
  // If no store is silent, `check` has to end, on a busy machine, too.
  const patience = [database, keys].includes('is silent') ? 50 : 5_000;
  return onDatabase('memory:', async (db) => {
    const readiness = assemble(Readiness, {
      Database: store(db, 'Database', database),
      KeyValue: store(new MemoryKeyValue(), 'KeyValue', keys),
    });
    const outcome = await Promise.race([
      readiness.check().then(
        () => 'has ended',
        (error: unknown) => (error === down ? 'threw the error' : `threw ${error}`),
      ),
      delay(patience, 'is still waiting'),
    ]);
    return { queried, outcome };
  });
}

/** What happens while `Migrations` starts on an empty database, each of whose statements takes a moment. */
async function startOf(Migrations: new () => { onStart(): Promise<void> }): Promise<string[]> {
  const events: string[] = [];
  const log = { info: () => events.push('logged') };
  await onDatabase('memory:', async (db) => {
    await assemble(Migrations, { Database: slowly(db, events), Log: log }).onStart();
    // Statements that nobody has awaited finish now.
    await delay(20);
  });
  return events;
}

/** A real database, each of whose statements begins a moment after its call. One that begins after the commit never ends. */
function slowly(db: Database, events: string[], transaction?: { isOver: boolean }): Database {
  const run = async (method: 'run', ...statement: Parameters<Database['run']>) => {
    await delay(2);
    if (/create index posts/i.test(statement[0].join())) events.push('created');
    return transaction?.isOver ? new Promise(() => {}) : db[method](...statement);
  };
  const begin = async (work: (tx: Database) => Promise<unknown>) => {
    const inner = { isOver: false };
    const result = await db.transaction((tx) => work(slowly(tx as Database, events, inner)));
    inner.isOver = true;
    if (transaction === undefined) events.push('commit');
    return result;
  };
  return new Proxy(db, {
    get: (_, method) => (method === 'transaction' ? begin : run.bind(undefined, method as 'run')),
  });
}

/** What the handler throws if the service fails with this error, and what it did, in words. */
async function outcomeFor(
  ApiKeysController: new () => { create(ctx: object): Promise<unknown> },
  failure: Error,
): Promise<{ error?: unknown; did: string }> {
  const keys = assemble(ApiKeysController, { ApiKeysService: { create: () => Promise.reject(failure) } });
  const ctx = {
    bind: async () => ({ name: random.word(), scope: 'read' }),
    get: random.word,
    status: () => ctx,
    json: (value: unknown) => value,
  };
  return keys.create(ctx).then(
    (value) => ({ did: `threw nothing, and returned ${JSON.stringify(value)}` }),
    (error: unknown) => ({ error, did: `threw ${error}` }),
  );
}

/** The indexes of the last migration, and what they must be on. */
const columns: Record<string, string> = {
  posts_by_date: '(published, created_at desc, id desc)',
  posts_by_author: '(author_id, created_at desc, id desc)',
};

const nameOfOurs = 'indexes for the lists';

/** The migration of step 1: the last one, unless a variation has added others. */
function ours(rows: readonly MigrationRow[]): MigrationRow {
  return rows.find(({ name }) => name === nameOfOurs) ?? rows.at(-1)!;
}

/** The full cost would take most of the time of a run. */
const cheap = { BCRYPT_COST: '4' };

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}

/** Step 1, on sql.js: first a start at which the last migration fails in its second statement, then one at which it succeeds. */
async function oneProgram(app: Session) {
  const DATABASE_URL = `file:${join(await app.folder(), 'blog.db')}`;
  await onDatabase(DATABASE_URL, (db) => db.run`create table posts_by_author (id text)`);
  const first = await startOn(app, DATABASE_URL);
  if (first.crash !== undefined) {
    await onDatabase(DATABASE_URL, (db) => db.run`drop table posts_by_author`);
  }
  const second = first.crash === undefined ? first : await startOn(app, DATABASE_URL);
  return { first, second };
}

async function startOn(app: Session, DATABASE_URL: string) {
  const program = app.fresh({ ...cheap, DATABASE_URL });
  const crash = await program.url().then(
    () => undefined,
    (error: unknown) => error,
  );
  const output = crash === undefined ? await program.output() : crash instanceof CheckFailure ? crash.parts.output : '';
  // A running program has the file for itself.
  if (crash === undefined) await program.stop();
  const found = await onDatabase(DATABASE_URL, async (db) => ({
    rows: await migrationsIn(db),
    indexes: await db.all<{ name: string; sql: string }>`
      select name, sql from sqlite_master where type = 'index' and name like 'posts_by%' order by name`,
  }));
  const statements = Object.fromEntries(
    found.indexes.map(({ name, sql }) => [name, sql.toLowerCase().replace(/\s+/g, ' ')]),
  );
  return { crash, rows: found.rows, indexes: Object.keys(statements), statements, logged: loggedIn(output ?? '') };
}

function loggedIn(output: string): string {
  return linesOf(output)
    .filter(isMigration)
    .map(({ number }) => number)
    .join(', ');
}

/** Steps 1 to 4: two programs that start at the same time on an empty PostgreSQL. */
async function twoPrograms(app: Session) {
  const services = await app.services();
  const env = { ...cheap, ...services.env };
  const [first, second] = await together(services.env.DATABASE_URL, () =>
    Promise.all([running(app, env), running(app, env)]),
  );
  const [a, b] = [first.program, second.program];
  const rows = await onDatabase(services.env.DATABASE_URL, migrationsIn);
  const output = first.output + second.output + (await a.output()) + (await b.output());
  const person = { email: random.email(), password: random.sentence(), name: random.word() };
  const { token } = (await a.post('/auth/register', person)).body;
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  const logged = linesOf(output).filter(isMigration);
  return { services, a, b, person, bearer, crash: first.crash ?? second.crash, rows, logged };
}

/** Step 2: what worked with one program works with two. */
async function sharedState(app: Session) {
  const { a, b } = await app.once(twoPrograms);
  // Somebody else: a refresh token that is used twice ends everything of its user.
  const login = { email: random.email(), password: random.sentence() };
  await a.post('/auth/register', { ...login, name: random.word() });
  const session = await a.post('/auth/session', login);
  const cookie = { headers: { Cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' } };
  const [here, there] = [await a.get('/auth/session', cookie), await b.get('/auth/session', cookie)];
  const { refresh_token } = (await a.post('/auth/tokens', login)).body;
  const pairs = await Promise.all([a, b, a, b].map((program) => program.post('/auth/refresh', { refresh_token })));
  const wrong = { ...login, password: random.word() };
  const guesses = [];
  for (const program of [a, b, a, b, a]) guesses.push(await program.post('/auth/login', wrong));
  const closed = [await a.post('/auth/login', login), await b.post('/auth/login', login)];
  return { here, there, pairs, guesses, closed };
}

/** A program with everything in memory, for what can be checked without servers. */
async function inMemory(app: Session): Promise<Session> {
  return app.fresh(cheap);
}

/** Step 2: six keys for one user, one after another. */
async function oneByOne(app: Session) {
  const program = await app.once(inMemory);
  const person = () => ({ email: random.email(), password: random.sentence(), name: random.word() });
  const tokenOf = async () => (await program.post('/auth/register', person())).body.token;
  const bearer = { headers: { Authorization: `Bearer ${await tokenOf()}` } };
  const neighbour = { headers: { Authorization: `Bearer ${await tokenOf()}` } };
  const six: Answer[] = [];
  for (let count = 0; count < 6; count++) {
    six.push(await program.post('/auth/api-keys', { name: random.word() }, bearer).catch(besideTheTransaction));
  }
  const other = await program.post('/auth/api-keys', { name: random.word() }, neighbour);
  const revoked = await program.delete(`/auth/api-keys/${six[0]!.body.id}`, bearer);
  const again = await program.post('/auth/api-keys', { name: random.word() }, bearer);
  return { six, other, revoked, again };
}

/** With SQLite, a statement on `db` waits until the transaction has ended, even if the transaction waits for it. */
function besideTheTransaction(failure: unknown): never {
  if (!(failure instanceof CheckFailure) || !failure.parts.problem.startsWith('No response')) throw failure;
  const cause = [
    'a statement on `db` inside of the transaction waits for the transaction to end, which waits for the statement. Use `tx` for all three.',
    'the handler awaits something that never happens.',
  ];
  throw new CheckFailure({ ...failure.parts, cause });
}

const unlocked =
  'several transactions count before any of them has committed. Lock the row of the user first, with an update.';

/** Step 2: twenty requests at once, on PostgreSQL. */
async function rush(app: Session) {
  const { services, a, b, bearer } = await app.once(twoPrograms);
  // As slow as on another machine, so that transactions without a lock overlap for certain.
  services.slow('postgres', 3);
  try {
    const keys = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? a : b).post('/auth/api-keys', { name: random.word() }, bearer),
      ),
    );
    const listed = (await b.get('/auth/api-keys', bearer)).body.length;
    const attacked = await a.attack(keyRush).then(
      () => () => {},
      (error: unknown) => () => Promise.reject(error),
    );
    return { keys, listed, attacked };
  } finally {
    services.slow('postgres', 0);
  }
}

/**
 * Step 2: while we hold the row of a user, nobody can insert a key for this user, whether the program locks the row or not. So what
 * two programs do before that overlaps for certain, and whoever waits for this user shows up.
 */
async function lockedRow(app: Session) {
  const { services, a, b } = await app.once(twoPrograms);
  const [owner, held, other] = [await userWith(a, 4), await userWith(a, 0), await userWith(a, 0)];
  const create = (program: Session, user: typeof owner) =>
    program.post('/auth/api-keys', { name: random.word() }, user.bearer);
  return onDatabase(services.env.DATABASE_URL, async (db) => {
    const holding = <T>(user: typeof owner, work: () => Promise<T>) =>
      db.transaction(async (tx) => {
        await tx.get`select id from users where email = ${user.email} for update`;
        return work();
      });
    const { sent } = await holding(owner, async () => {
      const sent = Promise.all([create(a, owner), create(b, owner)]);
      await locksWaitedFor(db, 2, sent);
      return { sent };
    });
    const last = await sent;
    const { first, waiting, neighbour } = await holding(held, async () => {
      const waiting = create(a, held).catch(() => {});
      await locksWaitedFor(db, 1, waiting);
      const neighbour = create(a, other);
      // The request of the user whose row we hold ends when its statement has waited for five seconds.
      const first = await Promise.race([waiting.then(() => 'held'), neighbour.then(() => 'neighbour')]);
      return { first, waiting, neighbour };
    });
    await waiting;
    return { last, first, neighbour: await neighbour };
  });
}

async function userWith(program: Session, keys: number) {
  const person = { email: random.email(), password: random.sentence(), name: random.word() };
  const { token } = (await program.post('/auth/register', person)).body;
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  for (let count = 0; count < keys; count++) await program.post('/auth/api-keys', { name: random.word() }, bearer);
  return { email: person.email, bearer };
}

/** Steps 3 and 4: first Redis is down, and then PostgreSQL. */
async function outage(app: Session) {
  const { services, a: blog, person, bearer } = await app.once(twoPrograms);
  const post = { title: random.word(), content: random.sentence() };
  const neighbour = { ...person, email: random.email() };
  await blog.post('/auth/register', neighbour);
  const { refresh_token } = (await blog.post('/auth/tokens', neighbour)).body;
  const live: [string | undefined, Answer][] = [[undefined, await blog.get('/health/live')]];
  const before = await blog.get('/health/ready');

  await services.cut('redis');
  live.push(['Redis is down', await blog.get('/health/live')]);
  const withoutRedis = await blog.get('/health/ready');
  await services.mend('redis');
  // Otherwise the next 503 could still be that of Redis.
  await eventually(() => blog.get('/health/ready'), 503);

  await services.cut('postgres');
  live.push(['PostgreSQL is down', await blog.get('/health/live')]);
  const withoutPostgres = await blog.get('/health/ready');
  const failedRefresh = await blog.post('/auth/refresh', { refresh_token });
  const registration = { email: random.email(), password: random.sentence(), name: random.word() };
  const writes: [string, Answer][] = [
    ['something on the way of POST /posts', await blog.post('/posts', post, bearer)],
    ['something on the way of DELETE /posts/:id', await blog.delete(`/posts/${random.word()}`, bearer)],
    ['`#create` in src/auth/auth.controller.ts', await blog.post('/auth/register', registration)],
  ];
  await services.mend('postgres');

  const after = await eventually(() => blog.get('/health/ready'), 503);
  const written = await eventually(() => blog.post('/posts', post, bearer), 503);
  const laterRefresh = await eventually(() => blog.post('/auth/refresh', { refresh_token }), 503);
  const refresh = [failedRefresh, laterRefresh] as const;
  const ready = [before, withoutRedis, withoutPostgres, after] as const;
  return { live, ready, writes, written, refresh };
}

/** What sql.js says if a statement inside a transaction waits for the end of that transaction. */
const stuck = 'for a transaction to end';

/** How a program dies tells some mistakes apart. `left` are the indexes after an earlier start that failed. */
function explained(crash: unknown, left: readonly string[] = []): unknown {
  if (!(crash instanceof CheckFailure)) return crash;
  const output = crash.parts.output ?? '';
  const cause = output.includes('migrations_pkey')
    ? 'both programs looked for the row, found none, and inserted it. Insert it without looking, with "on conflict (number) do nothing".'
    : output.includes(stuck)
      ? 'a statement on `db` inside of the transaction waits for the transaction to end, which waits for the statement. Call `apply(tx)`, and insert the row with `tx`, too.'
      : output.includes('transaction of this tx has ended')
        ? 'the transaction ends before the migration is done: `apply` is not awaited.'
        : output.includes('already exists')
          ? left.length > 0
            ? 'the migration failed at an earlier start, and its first index stayed: it does not run in the transaction. Call `apply(tx)`.'
            : 'the migration is applied even if the insert has added no row. Then an earlier start, or another process, has applied it.'
          : crash.parts.cause;
  return new CheckFailure({ ...crash.parts, cause });
}

/** Lets programs reach their first migration at the same time: they wait for a lock on the table that we hold until then. */
async function together<T>(address: string, start: () => Promise<T>): Promise<T> {
  return onDatabase(address, async (db) => {
    await db.run`create table if not exists migrations (
      number integer primary key, name text not null, applied_at text not null)`;
    const { started } = await db.transaction(async (tx) => {
      await tx.run`lock table migrations in access exclusive mode`;
      const started = start();
      await locksWaitedFor(db, 2, started);
      return { started };
    });
    return started;
  });
}

/**
 * Until so many statements wait for a lock, or `work` is over, or two seconds after the first one has begun to wait: after five, it
 * would fail.
 */
async function locksWaitedFor(db: Database, wanted: number, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  let first: number | undefined;
  while (!isOver && (first === undefined || performance.now() < first + 2_000)) {
    const row = await db.get<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = ${'Lock'}`;
    const waiting = Number(row?.waiting);
    if (waiting >= wanted) return;
    if (waiting > 0) first ??= performance.now();
    await delay(20);
  }
}

/** A program that crashed because another one started at the same time starts the second time. */
async function running(app: Session, env: Record<string, string>) {
  const program = app.fresh(env);
  try {
    await program.url();
    return { program, output: '' };
  } catch (crash) {
    const again = app.fresh(env);
    await again.url();
    return { program: again, crash, output: crash instanceof CheckFailure ? (crash.parts.output ?? '') : '' };
  }
}

/** Repeats a request until it gets another status. The drivers reconnect within a second. */
async function eventually(send: () => Promise<Answer>, unlike: number): Promise<Answer> {
  const until = performance.now() + 5_000;
  let answer = await send();
  while (answer.code === unlike && performance.now() < until) answer = await send();
  return answer;
}

interface MigrationRow {
  number: number;
  name: string;
  applied_at: string;
}

function migrationsIn(db: Database): Promise<MigrationRow[]> {
  return db.all<MigrationRow>`select number, name, applied_at from migrations order by number`.catch(() => []);
}

type Database = Awaited<ReturnType<typeof openDatabase>>;

async function onDatabase<T>(address: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(address);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

function linesOf(output: string): Record<string, unknown>[] {
  return output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
}

function isMigration({ message }: Record<string, unknown>): boolean {
  return message === 'migration';
}
