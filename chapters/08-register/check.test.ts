import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { CheckFailure, chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/services/database-driver.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('POST /auth/register answers 201 with the user, and with nothing else', async (app) => {
    const body = aBody({ email: `Reader.${random.word()}@Example.com` });
    const earliest = Date.now();
    const answer = await app.post('/auth/register', body);
    answer
      .status(201, notCreated)
      .fields({ id: isUuid }, 'the id of a user is a randomUUID(), as that of a post.')
      .fields({ email: body.email, name: body.name }, 'email and name are given back as they were written.')
      .fields(
        { created_at: (time: unknown) => isTime(time, earliest) },
        'created_at is the time it is now, as new Date().toISOString().',
      )
      .without(
        ['password', 'hash', 'email_key'],
        'what was sent, or the row of the table, was answered. A `User` has no place for this field.',
      )
      .expect(
        Object.keys(answer.body).length === 4,
        'exactly the fields id, email, name and created_at',
        'a `User` has four fields. Answer with such a record, and with nothing else.',
      );
  });

  check('a user is a row of the table users', async (app) => {
    const { registered, rows } = await firstLife(app);
    const [first, second] = registered.map((answer) => answer.status(201, notCreated));
    second!.expect(second!.body.id !== first!.body.id, 'another id', 'each user has an id of its own: randomUUID().');
    for (const answer of registered) {
      const user: Record<string, unknown> = answer.body;
      const row = rows?.find(({ id }) => id === user.id);
      if (rows === undefined) fail('There is no table users.', 'a table users', noTable);
      if (row === undefined)
        fail('The user is not in the table users.', 'a row with its id', '`create` inserts a row.');
      const expected: Record<string, unknown> = { ...user, email_key: String(user.email).toLowerCase() };
      for (const [column, value] of Object.entries(expected)) {
        if (row[column] === value) continue;
        const problem = `In the table, the column ${column} is ${JSON.stringify(row[column]) ?? 'missing'}.`;
        fail(
          problem,
          JSON.stringify(value),
          'compare the columns of the insert with its values, in their order; email_key is the email in small letters.',
        );
      }
      if (typeof row.password !== 'string') fail('There is no column password.', 'a text', 'step 1 names six columns.');
    }
  });
});

step(2, (check) => {
  check('the table keeps a bcrypt hash at cost 10', async (app) => {
    const { password, kept } = await keptHashes(app);
    for (const hash of kept) {
      const shown = `The column password has ${JSON.stringify(hash)}.`;
      const expected = 'a bcrypt hash: $2b$10$ and 53 characters more';
      if (hash === '!') fail(shown, expected, 'this is the placeholder of step 1. The hash goes in its place.');
      if (hash === password) fail(shown, expected, 'this is the password itself. `create` has to get its hash.');
      const [, cost, rest = ''] = /^\$2[aby]\$(\d\d)\$(.*)$/.exec(hash) ?? [];
      if (cost === undefined) fail(shown, expected, 'this is no bcrypt hash.');
      if (cost !== '10') fail(shown, expected, `the cost is ${Number(cost)}. The contract of the blog says 10.`);
      if (rest.length !== 53) fail(shown, expected, 'a part of the hash is missing.');
    }
    if (!(await bcrypt.compare(password, kept[0]!))) {
      fail(
        'The hash in the table is not that of the password.',
        'the hash of the password',
        'something else was hashed.',
      );
    }
  });

  check('two people with the same password have different hashes', async (app) => {
    const { kept } = await keptHashes(app);
    const cause = 'the same salt for everybody. bcrypt makes a new one each time, if you give it the cost, a number.';
    if (new Set(kept).size !== kept.length) fail('Two equal passwords have equal hashes.', 'different ones', cause);
  });

  check('the password itself stands nowhere: not in the database, not in the log', async (app) => {
    const { password, image, output } = await keptHashes(app);
    const inside = 'only the hash may be stored.';
    if (image.includes(password)) fail('The password stands in the file of the database.', 'only its hash', inside);
    const logged = 'something prints it. A log is kept for a long time, and read by many.';
    if (output.includes(password)) fail('The password stands in the log.', 'no password', logged);
  });
});

step(3, (check) => {
  check(
    'while four people register, other requests are answered',
    async (app) => {
      let isHashing = true;
      const registrations = Promise.all(Array.from({ length: 4 }, () => app.post('/auth/register', aBody()))).finally(
        () => {
          isHashing = false;
        },
      );
      // Awaited below. If a request fails before that, its failure is the one to tell.
      registrations.catch(() => {});
      let meanwhile = 0;
      while (isHashing) {
        (await app.get('/posts')).status(200);
        meanwhile++;
      }
      for (const answer of await registrations) answer.status(201, notDone);
      if (meanwhile < fewest) {
        fail(
          `While four people registered, only ${meanwhile} other requests were answered.`,
          `at least ${fewest}`,
          'the hash is made on the main thread, and nothing else happens there meanwhile. Give the work to the BcryptPool.',
        );
      }
    },
    { deadline: 15_000 },
  );
});

step(4, (check) => {
  check('an email that is registered is refused with 400', async (app) => {
    const { email } = await someone(app);
    const again = await app.post('/auth/register', aBody({ email }));
    again.error(400, taken, notCaught);
  });

  check('the case of the letters does not make another email', async (app) => {
    const { email } = await someone(app);
    const again = await app.post('/auth/register', aBody({ email: email.toUpperCase() }));
    again.error(400, taken, 'email_key is the email in lower case, and the column that has to be unique.');
  });

  check(
    'of four registrations at once with one email, exactly one succeeds',
    async (app) => {
      const email = random.email();
      const answers = await Promise.all(Array.from({ length: 4 }, () => app.post('/auth/register', aBody({ email }))));
      const [first, ...more] = answers.filter(({ code }) => code === 201);
      if (first === undefined) answers[0]!.status(201, notDone);
      const raced = 'all of them looked before the first one was stored. Let the table decide, with `unique`.';
      more[0]?.expect(false, `only one 201, and there are ${more.length + 1}`, raced);
      for (const answer of answers) if (answer !== first) answer.error(400, taken, notCaught);
    },
    { deadline: 15_000 },
  );

  check('an email stays taken after a restart', async (app) => {
    const { again } = await secondLife(app);
    again.error(400, taken, 'the emails are remembered in the program. What has to last stands in the table.');
  });

  check('any other failure of the store is 400 with its own words', async (app) => {
    const { broken } = await secondLife(app);
    broken
      .status(400, 'the contract says 400 for every failure of the store, with the message of the error.')
      .expect(
        broken.body.error !== taken,
        'the words of the store',
        'this email is new, but the disk is broken. Only the code `unique` means that an email is taken.',
      )
      .fields(
        { error: (error: unknown) => String(error).includes('could not be saved') },
        'the answer has the message of the error, as it is.',
      );
  });
});

step(5, (check) => {
  check('a password of 72 bytes is accepted', async (app) => {
    const answer = await app.post('/auth/register', aBody({ password: 'é'.repeat(36) }));
    answer.status(201, 'these are 36 characters and 72 bytes. bcrypt reads 72: up to and with 72, a password is fine.');
  });

  check('a password of more than 72 bytes is refused', async (app) => {
    const letter = await app.post('/auth/register', aBody({ password: letters(73) }));
    letter.error(400, 'Invalid request', 'bcrypt would read only 72 of these 73 bytes, and nobody would notice.');
    const accents = await app.post('/auth/register', aBody({ password: 'é'.repeat(37) }));
    accents.error(400, 'Invalid request', 'these are 37 characters and 74 bytes. Count bytes: Buffer.byteLength(…).');
  });
});

const taken = 'email already registered';
const notCreated = 'the handler creates the user, and answers with ctx.status(201).json(…).';
const notDone = 'registering does not work yet: step 1 comes first.';
const notCaught =
  'the error of the table has to be caught where it is known what it means, and become an answer in the controller.';
const noTable = 'does UsersService make it in onStart, and does AuthModule import UsersModule?';

/** Hundreds are answered where threads do the hashing, a handful where they wait for it. */
const fewest = 20;

type Answer = Awaited<ReturnType<Session['get']>>;
type Row = Record<string, unknown>;

interface FirstLife {
  /** Two people with the same name and password: only the email tells them apart. */
  password: string;
  registered: readonly Answer[];
  /** Undefined where there is no table `users`. */
  rows: Row[] | undefined;
  image: Buffer;
  output: string;
}

interface SecondLife {
  /** The answer to a registration with an email of the first life. */
  again: Answer;
  /** The answer to a registration after the folder of the database was taken away. */
  broken: Answer;
}

interface Lives {
  first: FirstLife;
  second: SecondLife;
}

/** By the environment, which all checks of one run share: a start costs their reader a second. */
const lives = new WeakMap<object, Promise<Lives>>();

async function firstLife(app: Session): Promise<FirstLife> {
  return (await livesOf(app)).first;
}

async function secondLife(app: Session): Promise<SecondLife> {
  return (await livesOf(app)).second;
}

function livesOf(app: Session): Promise<Lives> {
  const life = lives.get(app.env) ?? live(app);
  lives.set(app.env, life);
  return life;
}

/** Two runs of the program on one file, one after the other. */
async function live(app: Session): Promise<Lives> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-'));
  const file = join(folder, 'blog.db');
  try {
    const [password, name] = [letters(20), random.sentence()];
    const email = `Reader.${random.word()}@Example.com`;
    const program = app.fresh({ DATABASE_URL: `file:${file}` });
    const registered = [
      await program.post('/auth/register', aBody({ email, password, name })),
      await program.post('/auth/register', aBody({ password, name })),
    ];
    await program.stop();
    const first = { password, registered, rows: await rowsOf(file), ...(await traces(program, file)) };

    const successor = app.fresh({ DATABASE_URL: `file:${file}` });
    const again = await successor.post('/auth/register', aBody({ email }));
    await rm(folder, { recursive: true, force: true });
    const broken = await successor.post('/auth/register', aBody());
    return { first, second: { again, broken } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function traces(program: Session, file: string): Promise<{ image: Buffer; output: string }> {
  // A database that nobody wrote to leaves no file.
  return { image: await readFile(file).catch(() => Buffer.alloc(0)), output: await program.output() };
}

async function rowsOf(file: string): Promise<Row[] | undefined> {
  const db = await openDatabase(`file:${file}`);
  try {
    const table = await db.get`select name from sqlite_master where type = 'table' and name = 'users'`;
    return table === undefined ? undefined : await db.all<Row>`select * from users`;
  } finally {
    await db.onStop();
  }
}

const people = new WeakMap<object, Promise<Body>>();

/** Somebody who is registered already. Hashing takes its time, so the checks share them. */
function someone(app: Session): Promise<Body> {
  const person = people.get(app.env) ?? register(app, aBody());
  people.set(app.env, person);
  return person;
}

async function register(app: Session, body: Body): Promise<Body> {
  (await app.post('/auth/register', body)).status(201, notDone);
  return body;
}

/** What the table has in the place of passwords, once step 1 is done. */
async function keptHashes(app: Session): Promise<FirstLife & { kept: string[] }> {
  const life = await firstLife(app);
  for (const answer of life.registered) answer.status(201, notDone);
  const kept = (life.rows ?? []).map(({ password }) => String(password));
  if (kept.length === 0) fail('There are no users in the table users.', 'the row of each user', notDone);
  return { ...life, kept };
}

interface Body {
  email: string;
  password: string;
  name: string;
}

function aBody(given: Partial<Body> = {}): Body {
  return { email: random.email(), password: letters(12), name: random.sentence(), ...given };
}

/** As many letters, which nobody can have guessed. */
function letters(count: number): string {
  return Array.from({ length: count }, () => random.word()[1]!).join('');
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

function isTime(value: unknown, earliest: number): boolean {
  const time = new Date(String(value));
  const isIso = !Number.isNaN(time.getTime()) && time.toISOString() === value;
  return isIso && time.getTime() >= earliest && time.getTime() <= Date.now();
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
