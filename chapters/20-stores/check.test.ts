import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { CheckFailure, chapter, random, type Session, type WorkerEvent } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('the tables come from numbered migrations', async (app) => {
    const { rows } = await tell(app, twoPrograms);
    const numbers = rows.map(({ number }) => number).join(', ');
    if (rows.length < 4 || numbers !== rows.map((_, index) => index + 1).join(', ')) {
      throw new CheckFailure({
        problem: `The table migrations has these numbers: ${numbers || 'none'}.`,
        expected: 'a row for each migration, with the numbers 1, 2, 3, 4',
        cause:
          'Migrations.onStart creates the table migrations (number, name, applied_at), and enters each change of the schema. ' +
          'Is it declared in StoreModule, and does UsersModule import that?',
      });
    }
  });

  check('of two programs that start at once, one makes each change', async (app) => {
    const { rows, logged, crash } = await tell(app, twoPrograms);
    if (crash !== undefined) throw explained(crash);
    const counts = rows.map(({ number }) => logged.filter((line) => line.number === number).length);
    if (rows.length === 0 || counts.some((count) => count !== 1)) {
      throw new CheckFailure({
        problem: `Two programs started on an empty database, and logged each change so often: ${counts.join(', ')}.`,
        expected: 'one log line "migration" for each number, from one of the two',
        cause:
          'the insert with "on conflict (number) do nothing" says by its changes whether it is your turn. Only then apply, ' +
          'in the same transaction, and log.',
      });
    }
  });

  check('a change that fails is not entered', async (app) => {
    const { crash, numbers } = await tell(app, failure);
    const problem = explained(crash);
    if (problem instanceof CheckFailure && problem.parts.output?.includes(stuck)) throw problem;
    if (crash !== undefined && numbers === '1, 2, 3') return;
    throw new CheckFailure({
      problem:
        crash === undefined
          ? 'The fourth migration cannot work: something else has the name posts_by_date. The program started all the same.'
          : `The fourth migration failed, and the table migrations has these numbers: ${numbers || 'none'}.`,
      expected: 'a program that does not start, and the numbers 1, 2, 3',
      cause:
        'the row and the change belong together: both in one transaction, both on its `tx`, and both awaited. Then a change ' +
        'that fails takes its row along, and is tried again at the next start.',
    });
  });
});

step(2, (check) => {
  check(
    'who comes in at one process is known at the other',
    async (app) => {
      const { here, there, pairs } = await tell(app, twoPrograms);
      here.status(200, 'a session that began at this process.');
      there.status(200, 'the session began at the other process. What is to be known everywhere belongs in KeyValue.');
      const won = pairs.filter((answer) => answer.code === 200).length;
      pairs[0]!.expect(
        won === 1 && pairs.every(({ code }) => code === 200 || code === 401),
        'that one refresh token, sent to both at once, gives one new pair',
        `${won} of ${pairs.length} were answered with a pair. take() reads and deletes in one step, across processes too.`,
      );
    },
    { alreadyTrue: true },
  );

  check(
    'five guesses in all, not five for each process',
    async (app) => {
      const { guesses, closed } = await tell(app, twoPrograms);
      for (const guess of guesses) guess.error(401, 'Invalid credentials', 'the first five are answered.');
      for (const answer of closed) {
        answer.error(
          429,
          'Too many requests',
          'five wrong passwords have come, some to each process. A count in a field of LoginLimit is a count per process.',
        );
      }
    },
    { alreadyTrue: true },
  );

  check('nobody gets a sixth API key, whichever way they come', async (app) => {
    const { keys, listed, oneByOne } = await tell(app, twoPrograms);
    const codes = oneByOne.map(({ code }) => code).join(', ');
    oneByOne[0]!.expect(
      codes === '201, 201, 201, 201, 201, 409',
      `that of six wishes of one user, one after another, five are granted and the last is 409; they were ${codes}`,
      'count the keys of this user (where user_id = …), and throw TooManyKeys at five: >= 5.',
    );
    const made = keys.filter(({ code }) => code === 201).length;
    keys[0]!.expect(
      made === 5 && listed === 5,
      'that of twenty wishes for a key, ten at each process and all at once, five are granted',
      `${made} keys were made. Two transactions count at the same time, and neither sees what the other has not committed: ` +
        'lock the row of the user first, with an update.',
    );
    for (const answer of keys) {
      if (answer.code !== 201)
        answer.error(409, 'Too many API keys', 'TooManyKeys becomes an HttpError in the controller.');
    }
  });
});

step(3, (check) => {
  check('/health/live says that the process runs, whatever else is away', async (app) => {
    const { live } = await tell(app, outage);
    for (const [when, answer] of live) {
      must(answer, answer.code !== 404, '200 {"status":"ok"}', 'does AppModule import HealthModule?');
      answer.status(200, `${when}. Whoever asks this restarts what does not answer: it asks nobody else.`);
      answer.json({ status: 'ok' });
    }
  });

  check('/health/ready is 503 while PostgreSQL or Redis is away, and 200 when they are back', async (app) => {
    const { ready } = await tell(app, outage);
    const [before, withoutRedis, withoutPostgres, after] = ready;
    before.status(200, 'both are there.').json({ status: 'ok' });
    const because =
      'Ask both, and await both: db.get`select 1 as one` and store.get(…). Unavailable becomes a 503 by itself';
    withoutRedis.error(503, 'Service Unavailable', `Redis is away. ${because}.`);
    withoutPostgres.error(503, 'Service Unavailable', `PostgreSQL is away. ${because}.`);
    after.status(200, 'both are back. The drivers connect again by themselves: keep no result of the last time.');
  });

  check('a store that is away is a 503, one that refuses is a 500', async (app) => {
    const { writes, refused, written } = await tell(app, outage);
    const because =
      'the database is away, which is nobody’s mistake and soon over. Where you catch errors of the store, let Unavailable pass.';
    for (const answer of writes) {
      must(answer, answer.code !== 500, '503 {"error":"Service Unavailable"}', because);
      answer.error(503, 'Service Unavailable', because);
    }
    refused.error(500, 'record not found', 'the store is there, and says no: the contract wants its words.');
    written.status(201, 'the database is back, and so must the posts be.');
  });

  check(
    'a refresh while PostgreSQL is away is 503, and the token stays valid',
    async (app) => {
      const [during, after] = (await tell(app, outage)).refresh;
      during.error(503, 'Service Unavailable', 'nobody can say whose token it is: let the error pass.');
      after.status(
        200,
        'the token was consumed in Redis before PostgreSQL was asked, so the client that got the 503 has lost its login. ' +
          'Find the user first, and consume the token then.',
      );
    },
    { alreadyTrue: true },
  );
});

step(4, (check) => {
  check('WORKERS says how many processes share the port', async (app) => {
    const { first } = await tell(app, deaths);
    const forks = forksIn(first);
    if (forks !== 2 || listeningIn(first).length !== 2) {
      throw new CheckFailure({
        problem: `The program was started with WORKERS=2: it made ${forks} processes, and ${listeningIn(first).length} listen.`,
        expected: 'two processes that listen, and the first one, which looks after them',
        cause:
          'in the primary, call cluster.fork() so many times. In a worker, await import("./api.ts"), which listens as ever. ' +
          'An import at the top of main.ts runs in the primary, too, and listens there.',
      });
    }
  });

  check('who dies is replaced, after a pause that grows', async (app) => {
    const { pauses, served } = await tell(app, deaths);
    const [first = 0, , third = 0] = pauses;
    if (first < 90 || third < 180) {
      throw new CheckFailure({
        problem: `Three workers were killed, one after another. Pauses until the next one: ${pauses.map(Math.round).join(', ') || 'none'} ms.`,
        expected: 'a new worker each time, first after 100 ms, and in the end after 200 at least',
        cause:
          'on "exit", fork again in a setTimeout, and double the pause for each one that dies young. Without a pause, a program ' +
          'that crashes at start would be started as often as the machine can.',
      });
    }
    served.status(200, 'meanwhile the other worker answers.');
  });

  check('several processes without a shared store are refused', async (app) => {
    const { refusal } = await tell(app, withoutStore);
    if (!(refusal instanceof CheckFailure) || !refusal.parts.output?.includes('WORKERS')) {
      throw new CheckFailure({
        problem: 'The program was started with WORKERS=2 on a database in memory, and started.',
        expected: 'an error at start that names WORKERS',
        cause:
          'crewSize throws where there is more than one, and DATABASE_URL is no postgres:// or REDIS_URL is not set.',
      });
    }
  });
});

step(5, (check) => {
  check('a rolling restart replaces every worker, and the new one listens first', async (app) => {
    const { isHeard, change } = await tell(app, restart);
    if (!isHeard) {
      throw new CheckFailure({
        problem: 'The program was sent SIGHUP, and nobody listened.',
        expected: 'new workers in the place of the old ones',
        cause: "process.on('SIGHUP', …) in the primary.",
      });
    }
    const { old, fresh, fewest, most, forks } = change!;
    if (old.length > 0 || fresh < 2) {
      throw new CheckFailure({
        problem: `After SIGHUP, ${old.length} of two old workers are still there, and ${fresh} new ones listen.`,
        expected: 'two new ones, and none of the old ones',
        cause:
          'for each old worker: fork a new one, wait for its "listening", send the old one "stop", wait for its "exit".',
      });
    }
    if (fewest < 2) {
      throw new CheckFailure({
        problem: `In between, ${fewest} of two workers listened.`,
        expected: 'never fewer than two',
        cause: 'the new one has to listen before you ask the old one to stop: await once(next, "listening").',
      });
    }
    if (forks !== 2) {
      throw new CheckFailure({
        problem: `For two old workers, ${forks} new ones were started.`,
        expected: 'one for each',
        cause:
          'the old one left as asked, and your exit handler replaced it, as if it had died. Who stands in #leaving is not replaced.',
      });
    }
    if (most > 3) {
      throw new CheckFailure({
        problem: `In between, there were ${most} workers.`,
        expected: 'one at a time: never more than three where two are wanted',
        cause: 'a `for` with an `await` in it, and no Promise.all: each has its connections to the database.',
      });
    }
  });

  check('no request fails while it goes on', async (app) => {
    const { load } = await tell(app, restart);
    if (load === undefined || load.failures.length > 0 || load.answered < 20) {
      const count = load?.failures.length ?? 0;
      throw new CheckFailure({
        problem: load
          ? `${load.answered} requests were answered during the restart, and ${count} failed.`
          : 'There was no restart to look at.',
        answered: [...new Set(load?.failures)].slice(0, 5).join('\n') || undefined,
        expected: 'an answer to each',
        cause:
          'a connection that looks idle may bring a request this very moment. With limits.drain the server answers it, and says ' +
          'goodbye. And an old worker is asked to stop by a message, never killed.',
      });
    }
  });

  check('who is leaving says so: not ready, and the connection ends', async (app) => {
    const { farewells } = await tell(app, restart);
    // One whose question was there before the end began may still hear a yes.
    if (!farewells.some(({ code, error }) => code === 503 && error === 'Service Unavailable')) {
      throw new CheckFailure({
        problem: 'A worker on its way out was asked whether it is ready.',
        answered:
          farewells.map(({ code, error }) => `${code} ${error ?? ''}`).join('\n') ||
          'no answer with "Connection: close"',
        expected: '503 {"error":"Service Unavailable"}, with "Connection: close"',
        cause:
          'api.ts tells Readiness to leave on SIGTERM, and GET /health/ready asks it first. Is there a limits.drain?',
      });
    }
  });

  check('asked to stop, the whole crew finishes', async (app) => {
    const { exitCode, left } = await tell(app, restart);
    if (exitCode !== 0 || left !== 0) {
      throw new CheckFailure({
        problem: `The program was asked to stop: exit code ${exitCode ?? 'none, it had to be killed'}, ${left} workers left.`,
        expected: 'the exit code 0, and no worker left',
        cause:
          'on SIGTERM the primary sends "stop" to every worker, waits for their exits, replaces nobody, and exits.',
      });
    }
  });
});

/** Passwords at the full cost would take most of the time that a run may take. */
const cheap = { BCRYPT_COST: '4' };

interface MigrationRow {
  number: number;
}

/** All stories begin with the first check: much of each is waiting for a process. None of them looks at another's data. */
function tell<T>(app: Session, story: (app: Session) => Promise<T>): Promise<T> {
  // Whoever looks at a story hears of its failure.
  // The longest comes first.
  for (const each of [restart, deaths, twoPrograms, outage, failure, withoutStore])
    app.once<unknown>(each).catch(() => {});
  return app.once(story);
}

/** Steps 1 and 2: two programs that start at the same time on an empty database, and share it. */
async function twoPrograms(app: Session) {
  const services = await app.services();
  const env = { ...cheap, ...services.env, WORKERS: '1' };
  const [first, second] = await Promise.all([running(app, env), running(app, env)]);
  const [a, b] = [first.program, second.program];
  const crash = first.crash ?? second.crash;
  const { rows, indexes } = await lookInto(services.env.DATABASE_URL);
  const logged = [...linesOf(await a.output()), ...linesOf(await b.output())].filter(isMigration);

  const person = { email: random.email(), password: random.sentence(), name: random.word() };
  const login = { email: person.email, password: person.password };
  const { token } = (await a.post('/auth/register', person)).body;
  const session = await a.post('/auth/session', login);
  const cookie = { headers: { Cookie: session.headers.get('set-cookie')?.split(';')[0] ?? '' } };
  const [here, there] = [await a.get('/auth/session', cookie), await b.get('/auth/session', cookie)];
  const { refresh_token } = (await a.post('/auth/tokens', login)).body;
  const pairs = await Promise.all([a, b, a, b].map((program) => program.post('/auth/refresh', { refresh_token })));

  const wrong = { ...login, password: random.word() };
  const guesses = [];
  for (const program of [a, b, a, b, a]) guesses.push(await program.post('/auth/login', wrong));
  const closed = [await a.post('/auth/login', login), await b.post('/auth/login', login)];

  // As slow as on another machine: what is not locked overlaps for certain.
  services.slow('postgres', 3);
  const bearer = { headers: { Authorization: `Bearer ${token}` } };
  const keys = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? a : b).post('/auth/api-keys', { name: random.word() }, bearer),
    ),
  );
  const listed = (await b.get('/auth/api-keys', bearer)).body.length;
  services.slow('postgres', 0);
  const neighbour = { ...person, email: random.email() };
  const other = { headers: { Authorization: `Bearer ${(await b.post('/auth/register', neighbour)).body.token}` } };
  const oneByOne: Answer[] = [];
  for (let count = 0; count < 6; count++) oneByOne.push(await b.post('/auth/api-keys', { name: random.word() }, other));
  const wishes = { keys, listed, oneByOne };
  return { services, a, bearer, crash, rows, indexes, logged, here, there, pairs, guesses, closed, ...wishes };
}

/** Step 1: the last migration cannot work, since its name is taken. On sql.js, where a transaction stops all others. */
async function failure(app: Session) {
  // Everybody starts at once. This one can wait until the processors have less to do.
  await app.once(twoPrograms).catch(() => {});
  const DATABASE_URL = `file:${join(await app.folder(), 'blog.db')}`;
  await onDatabase(DATABASE_URL, (db) => db.run`create table posts_by_date (id text)`);
  const crash = await app
    .fresh({ ...cheap, DATABASE_URL })
    .url()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  // A program that runs has the file for itself.
  const rows = crash === undefined ? [] : await onDatabase(DATABASE_URL, migrationsIn);
  return { crash, numbers: rows.map(({ number }) => number).join(', ') };
}

/** What sql.js says where a transaction waits for itself. */
const stuck = 'for a transaction to end';

/** Two mistakes with migrations show in how a program dies of them. */
function explained(crash: unknown): unknown {
  if (!(crash instanceof CheckFailure)) return crash;
  const output = crash.parts.output ?? '';
  const cause = output.includes('migrations_pkey')
    ? 'two have looked, and both have inserted. Do not look: insert with "on conflict (number) do nothing", and ask for its changes.'
    : output.includes(stuck)
      ? '`db` waits for the end of a transaction that waits for it. Inside of one, everything goes through it: apply(tx).'
      : crash.parts.cause;
  return new CheckFailure({ ...crash.parts, cause });
}

/** As `answer.expect`, with this cause and no other. */
function must(answer: Answer, holds: boolean, expected: string, cause: string): void {
  try {
    answer.expect(holds, expected);
  } catch (error) {
    throw new CheckFailure({ ...(error as CheckFailure).parts, problem: `The status is ${answer.code}.`, cause });
  }
}

/** Who has crashed because another one started at the same time comes up the second time. */
async function running(app: Session, env: Record<string, string>): Promise<{ program: Session; crash?: unknown }> {
  const program = app.fresh(env);
  try {
    await program.url();
    return { program };
  } catch (crash) {
    const again = app.fresh(env);
    await again.url();
    return { program: again, crash };
  }
}

/** Step 3: PostgreSQL and Redis go away, one after the other, and come back. The same program as before: starts are dear. */
async function outage(app: Session) {
  const { services, a: blog, bearer, pairs } = await app.once(twoPrograms);
  const post = { title: random.word(), content: random.sentence() };
  const live: [string, Answer][] = [['everything is there', await blog.get('/health/live')]];
  const before = await blog.get('/health/ready');
  const refused = await blog.put(`/posts/${random.word()}`, { ...post, published: true }, bearer);

  await services.cut('redis');
  live.push(['Redis is away', await blog.get('/health/live')]);
  const withoutRedis = await blog.get('/health/ready');
  await services.mend('redis');

  await services.cut('postgres');
  live.push(['PostgreSQL is away', await blog.get('/health/live')]);
  const withoutPostgres = await blog.get('/health/ready');
  const refresh_token = pairs.find(({ code }) => code === 200)?.body.refresh_token;
  const failedRefresh = await blog.post('/auth/refresh', { refresh_token });
  const writes = [
    await blog.post('/posts', post, bearer),
    await blog.delete(`/posts/${random.word()}`, bearer),
    await blog.post('/auth/register', { email: random.email(), password: random.sentence(), name: random.word() }),
  ];
  await services.mend('postgres');

  const after = await eventually(() => blog.get('/health/ready'), 503);
  const written = await eventually(() => blog.post('/posts', post, bearer), 503);
  const laterRefresh = await eventually(() => blog.post('/auth/refresh', { refresh_token }), 503);
  const refresh = [failedRefresh, laterRefresh] as const;
  const ready = [before, withoutRedis, withoutPostgres, after] as const;
  return { live, ready, writes, refused, written, refresh };
}

/** Both crews may share: it is their processes that are looked at. */
function crewServices(app: Session) {
  return app.services();
}

/** A program of two workers, both of which listen. */
async function crew(app: Session) {
  const services = await app.once(crewServices);
  const program = app.fresh({ ...cheap, ...services.env, WORKERS: '2', DATABASE_POOL: '4' });
  const url = await program.url();
  const isCluster = (await program.workers(() => true)).length > 0;
  const wait = isCluster ? 30_000 : 0;
  const first = await program.workers((events) => listeningIn(events).length >= 2, wait);
  return { program, url, isCluster, first };
}

/** Step 4: one of the two is killed, and its successors too, as soon as they are there. */
async function deaths(app: Session) {
  const own = app.fresh();
  const { program, first } = await crew(own);
  const pauses: number[] = [];
  let victim = listeningIn(first)[0];
  for (let death = 0; death < 3 && victim !== undefined; death++) {
    process.kill(victim, 'SIGKILL');
    const killed = victim;
    const events = await program.workers((known) => forkAfter(known, killed) !== undefined, 5_000);
    const fork = forkAfter(events, killed);
    if (fork === undefined) break;
    pauses.push(fork.at - exitOf(events, killed)!.at);
    victim = fork.pid;
  }
  const served = await program.get('/posts');
  // Nobody needs the last successor, who is starting now: the processors have enough to do.
  await own.end();
  return { first, pauses, served };
}

/** Step 4: nothing that two processes could share. */
async function withoutStore(app: Session) {
  const refusal = await app
    .fresh({ WORKERS: '2' })
    .get('/posts')
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  return { refusal };
}

/** Step 5: everybody of another crew is replaced under load; then the end. */
async function restart(app: Session) {
  const { program, url, isCluster, first } = await crew(app);
  const clients = new Clients(url);
  try {
    const isHeard = await program.restart();
    const change = isHeard ? await changeOf(app, program, first) : undefined;
    const load = await clients.stop();
    const exitCode = isCluster ? await program.stop() : undefined;
    const left = listeningIn(await program.workers(() => true, 0)).filter(isAlive).length;
    return { isHeard, change, load: isHeard ? load : undefined, farewells: load.farewells, exitCode, left };
  } finally {
    await clients.stop();
  }
}

/** What became of the workers that were there first. */
async function changeOf(app: Session, program: Session, first: readonly WorkerEvent[]) {
  const old = listeningIn(first);
  const isDone = (events: readonly WorkerEvent[]) =>
    old.every((pid) => exitOf(events, pid)) && listeningIn(events).length >= 2;
  const events = await program.workers(isDone, 30_000);
  const start = events.findIndex(({ event, pid }) => event === 'exit' && old.includes(pid));
  const counts = events.flatMap((_, index) =>
    start >= 0 && index >= start ? [listeningIn(events.slice(0, index + 1)).length] : [],
  );
  const now = listeningIn(events);
  // Who takes a goodbye for a death hires a successor, after the pause that a first death has.
  const { pauses } = await app.once(deaths);
  const isOneTooMany = (all: readonly WorkerEvent[]) => forksIn(all) > forksIn(first) + 2;
  const successor = start < 0 ? 0 : events[start]!.at + 2 * (pauses[0] ?? 0) + 200;
  const wanting = Math.ceil(successor - events.at(-1)!.at);
  const later = await program.workers(isOneTooMany, Math.min(Math.max(0, wanting), 2_000));
  return {
    old: old.filter((pid) => now.includes(pid)),
    fresh: now.filter((pid) => !old.includes(pid)).length,
    fewest: Math.min(...counts),
    most: Math.max(...events.map((_, index) => aliveIn(events.slice(0, index + 1)))),
    forks: forksIn(later) - forksIn(first),
  };
}

type Answer = Awaited<ReturnType<Session['get']>>;

interface Farewell {
  code: number;
  error: string | undefined;
}

/** Milliseconds. A request that waits longer has failed: its connection was lost between two processes. */
const patience = 5_000;

/** Clients that ask now and then, each on a connection that it keeps until the server says goodbye. */
class Clients {
  readonly #url: string;
  readonly #running: Promise<void>[];
  readonly #failures: string[] = [];
  readonly #farewells: Farewell[] = [];
  /** Those whose last answer said that it was the last. */
  readonly #parted = new WeakSet<Socket>();
  readonly #end = new AbortController();
  #answered = 0;

  constructor(url: string) {
    this.#url = url;
    const paths = ['/posts', '/health/ready'];
    this.#running = Array.from({ length: 8 }, (_, index) => this.#run(paths[index % paths.length]!, 60 + 25 * index));
  }

  async stop() {
    this.#end.abort();
    await Promise.all(this.#running);
    return { answered: this.#answered, failures: this.#failures, farewells: this.#farewells };
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #run(path: string, pause: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#isOver) {
      await this.#ask(path, agent).catch((error: NodeJS.ErrnoException) =>
        this.#failures.push(`GET ${path}: ${error.code ?? error.message}`),
      );
      // A reader reads. A connection that is never idle would hide what becomes of those that are. And each at its own
      // pace: where all ask at once, all may have asked just before the end began.
      await delay(pause, undefined, { signal: this.#end.signal }).catch(() => {});
    }
    agent.destroy();
  }

  async #ask(path: string, agent: Agent): Promise<void> {
    const asked = get(this.#url + path, { agent, signal: AbortSignal.timeout(patience) });
    asked.once('socket', (socket) => {
      if (!asked.reusedSocket) socket.once('close', () => this.#closed(socket, path));
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const isFarewell = answer.headers.connection === 'close';
    if (isFarewell) this.#parted.add(answer.socket);
    const body = await text(answer);
    const code = answer.statusCode ?? 0;
    if (isFarewell && path === '/health/ready') this.#farewells.push({ code, error: JSON.parse(body).error });
    if (code === 200 || (isFarewell && path === '/health/ready')) this.#answered++;
    else this.#failures.push(`GET ${path}: ${code} ${body}`);
  }

  #closed(socket: Socket, path: string): void {
    if (!this.#parted.has(socket) && !this.#isOver)
      this.#failures.push(`GET ${path}: the connection ended without a goodbye`);
  }
}

/** Asks until the answer is another. The drivers try to connect again within a second. */
async function eventually(ask: () => Promise<Answer>, unlike: number): Promise<Answer> {
  const until = performance.now() + 5_000;
  let answer = await ask();
  while (answer.code === unlike && performance.now() < until) answer = await ask();
  return answer;
}

function lookInto(address: string): Promise<{ rows: MigrationRow[]; indexes: string[] }> {
  return onDatabase(address, async (db) => {
    const rows = await migrationsIn(db);
    const found = await db.all<{ indexdef: string }>`
      select indexdef from pg_indexes where schemaname = current_schema() and tablename = 'posts'`;
    return { rows, indexes: found.map(({ indexdef }) => indexdef) };
  });
}

function migrationsIn(db: Database): Promise<MigrationRow[]> {
  return db.all<MigrationRow>`select number from migrations order by number`.catch(() => []);
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

/** The processes that listen after all of this. */
function listeningIn(events: readonly WorkerEvent[]): number[] {
  const gone = new Set(events.filter(({ event }) => event === 'exit').map(({ pid }) => pid));
  return [...new Set(events.filter(({ event }) => event === 'listening').map(({ pid }) => pid))].filter(
    (pid) => !gone.has(pid),
  );
}

function forksIn(events: readonly WorkerEvent[]): number {
  return events.filter(({ event }) => event === 'fork').length;
}

/** Whether they listen or not. */
function aliveIn(events: readonly WorkerEvent[]): number {
  return forksIn(events) - events.filter(({ event }) => event === 'exit').length;
}

function exitOf(events: readonly WorkerEvent[], wanted: number): WorkerEvent | undefined {
  return events.find(({ event, pid }) => event === 'exit' && pid === wanted);
}

function forkAfter(events: readonly WorkerEvent[], killed: number): WorkerEvent | undefined {
  const exit = events.findIndex(({ event, pid }) => event === 'exit' && pid === killed);
  return exit < 0 ? undefined : events.slice(exit).find(({ event }) => event === 'fork');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
