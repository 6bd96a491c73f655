import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { type Answer, CheckFailure, chapter, inTurn, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { step } = chapter(import.meta.url);

/** Passwords are hashed one after another, and on a busy machine each takes a while. */
const slow = { deadline: 15_000 };

step(1, (check) => {
  check(
    'POST /auth/register answers 201 with the user, and with nothing else',
    async (app) => {
      const { body, earliest, latest, answer } = await (await stories(app)).first;
      answer
        .status(201, notCreated)
        .fields({ id: isUuid }, 'the id of a user is a randomUUID(), as that of a post.')
        .fields({ email: body.email, name: body.name }, 'email and name are given back as they were written.')
        .fields(
          { created_at: (time: unknown) => isTime(time, earliest, latest) },
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
    },
    slow,
  );

  check(
    'a user is a row of the table users',
    async (app) => {
      const { registered, rows } = await (await stories(app)).firstLife;
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
        if (typeof row.password !== 'string')
          fail('There is no column password.', 'a text', 'step 1 names six columns.');
      }
    },
    slow,
  );
});

step(2, (check) => {
  check(
    'the table keeps a bcrypt hash at cost 10',
    async (app) => {
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
    },
    slow,
  );

  check(
    'two people with the same password have different hashes',
    async (app) => {
      const { kept } = await keptHashes(app);
      const cause = 'the same salt for everybody. bcrypt makes a new one each time, if you give it the cost, a number.';
      if (new Set(kept).size !== kept.length) fail('Two equal passwords have equal hashes.', 'different ones', cause);
    },
    slow,
  );

  check(
    'the password itself stands nowhere: not in the database, not in the log',
    async (app) => {
      const { password, image, output } = await keptHashes(app);
      const inside = 'only the hash may be stored.';
      if (image.includes(password)) fail('The password stands in the file of the database.', 'only its hash', inside);
      const logged = 'something prints it. A log is kept for a long time, and read by many.';
      if (output.includes(password)) fail('The password stands in the log.', 'no password', logged);
    },
    slow,
  );
});

step(3, (check) => {
  check(
    'while four people register, other requests are answered',
    async (app) => {
      const { registrations, others } = await (await stories(app)).crowd;
      for (const answer of others) answer.status(200);
      for (const answer of registrations) answer.status(201, notDone);
      if (others.length < fewest) {
        throw new CheckFailure({
          problem: `While four people registered, only ${others.length} other requests were answered.`,
          expected: `at least ${fewest}`,
          cause:
            'the hash is made on the main thread, and nothing else happens there meanwhile. Give the work to the BcryptPool.',
          request: registrations[0]!.request,
        });
      }
    },
    slow,
  );
});

step(4, (check) => {
  check(
    'an email that is registered is refused with 400',
    async (app) => {
      const { first, again } = await stories(app);
      (await first).answer.status(201, notDone);
      (await again).error(400, taken, notCaught);
    },
    slow,
  );

  check(
    'the case of the letters does not make another email',
    async (app) => {
      const { first, inCapitals } = await stories(app);
      (await first).answer.status(201, notDone);
      const because = 'email_key is the email in lower case, and the column that has to be unique.';
      (await inCapitals).error(400, taken, because);
    },
    slow,
  );

  check(
    'of four registrations at once with one email, exactly one succeeds',
    async (app) => {
      const answers = await (await stories(app)).race;
      const [first, ...more] = answers.filter(({ code }) => code === 201);
      if (first === undefined) answers[0]!.status(201, notDone);
      const raced = 'all of them looked before the first one was stored. Let the table decide, with `unique`.';
      more[0]?.expect(false, `only one 201, and there are ${more.length + 1}`, raced);
      for (const answer of answers) if (answer !== first) answer.error(400, taken, notCaught);
    },
    slow,
  );

  check(
    'an email stays taken after a restart',
    async (app) => {
      const { again } = await (await stories(app)).secondLife;
      again.error(400, taken, 'the emails are remembered in the program. What has to last stands in the table.');
    },
    slow,
  );

  check(
    'any other failure of the store is 400 with its own words',
    async (app) => {
      const { broken } = await (await stories(app)).secondLife;
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
    },
    slow,
  );
});

step(5, (check) => {
  check(
    'a password of 72 bytes is accepted',
    async (app) => {
      const because = 'these are 36 characters and 72 bytes. bcrypt reads 72: up to and with 72, a password is fine.';
      (await (await stories(app)).longest).status(201, because);
    },
    slow,
  );

  check(
    'a password of more than 72 bytes is refused',
    async (app) => {
      const { letter, accents } = await (await stories(app)).tooLong;
      letter.error(400, 'Invalid request', 'bcrypt would read only 72 of these 73 bytes, and nobody would notice.');
      accents.error(400, 'Invalid request', 'these are 37 characters and 74 bytes. Count bytes: Buffer.byteLength(…).');
    },
    slow,
  );
});

const taken = 'email already registered';
const notCreated = 'the handler creates the user, and answers with ctx.status(201).json(…).';
const notDone = 'registering does not work yet: step 1 comes first.';
const notCaught =
  'the error of the table has to be caught where it is known what it means, and become an answer in the controller.';
const noTable = 'does UsersService make it in onStart, and does AuthModule import UsersModule?';

/** Hundreds are answered where threads do the hashing, a handful where they wait for it. */
const fewest = 20;

type Row = Record<string, unknown>;

const stories = (app: Session) => app.once(tellAll);

/** Whichever check comes first starts both: one program in memory, and beside it two on a file, one after the other. */
async function tellAll(app: Session) {
  const { email, password, name } = aBody();
  const file = join(await app.folder(), 'doomed', 'blog.db');
  await mkdir(join(file, '..'));
  const onFile = { DATABASE_URL: `file:${file}` };
  return {
    ...inTurn({
      first: () => tellFirst(app, { email, password, name }),
      crowd: () => tellCrowd(app),
      again: () => register(app, { email }),
      inCapitals: () => register(app, { email: email.toUpperCase() }),
      race: () => tellRace(app),
      longest: () => register(app, { password: 'é'.repeat(36) }),
      tooLong: async () => ({
        letter: await register(app, { password: letters(73) }),
        accents: await register(app, { password: 'é'.repeat(37) }),
      }),
    }),
    ...inTurn({
      firstLife: () => tellFirstLife(app.fresh(onFile), file, email),
      secondLife: () => tellSecondLife(app.fresh(onFile), file, email),
    }),
  };
}

async function tellFirst(app: Session, body: Body) {
  await app.url();
  const earliest = Date.now();
  const answer = await app.post('/auth/register', body);
  return { body, earliest, latest: Date.now(), answer };
}

async function tellCrowd(app: Session): Promise<{ registrations: Answer[]; others: Answer[] }> {
  let isHashing = true;
  const registrations = Promise.all(Array.from({ length: 4 }, () => register(app))).finally(() => {
    isHashing = false;
  });
  // Awaited below. If a request fails before that, its failure is the one to tell.
  registrations.catch(() => {});
  const others: Answer[] = [];
  while (isHashing && others.length < fewest) others.push(await app.get('/posts'));
  return { registrations: await registrations, others };
}

function tellRace(app: Session): Promise<Answer[]> {
  const email = random.email();
  return Promise.all(Array.from({ length: 4 }, () => register(app, { email })));
}

interface FirstLife {
  /** Two people with the same name and password: only the email tells them apart. */
  password: string;
  registered: readonly Answer[];
  /** Undefined where there is no table `users`. */
  rows: Row[] | undefined;
  image: Buffer;
  output: string;
}

async function tellFirstLife(program: Session, file: string, email: string): Promise<FirstLife> {
  const [password, name] = [letters(20), random.sentence()];
  const registered = [await register(program, { email, password, name }), await register(program, { password, name })];
  await program.stop();
  return { password, registered, rows: await rowsOf(file), ...(await traces(program, file)) };
}

async function tellSecondLife(program: Session, file: string, email: string) {
  /** With an email of the first life. */
  const again = await register(program, { email });
  await rm(join(file, '..'), { recursive: true, force: true });
  /** After the folder of the database was taken away. */
  const broken = await register(program);
  return { again, broken };
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

/** What the table has in the place of passwords, once step 1 is done. */
async function keptHashes(app: Session): Promise<FirstLife & { kept: string[] }> {
  const life = await (await stories(app)).firstLife;
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

function register(app: Session, given: Partial<Body> = {}): Promise<Answer> {
  return app.post('/auth/register', aBody(given));
}

function aBody(given: Partial<Body> = {}): Body {
  const email = `Reader.${random.word()}@Example.com`;
  return { email, password: letters(12), name: random.sentence(), ...given };
}

/** As many letters, which nobody can have guessed. */
function letters(count: number): string {
  return Array.from({ length: count }, () => random.word()[1]!).join('');
}

function isUuid(value: unknown): boolean {
  return typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
}

function isTime(value: unknown, earliest: number, latest: number): boolean {
  const time = new Date(String(value));
  const isIso = !Number.isNaN(time.getTime()) && time.toISOString() === value;
  return isIso && time.getTime() >= earliest && time.getTime() <= latest;
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
