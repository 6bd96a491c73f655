import { createHmac } from 'node:crypto';
import { type Answer, CheckFailure, chapter, inTurn, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

/** Passwords are hashed one after another, and on a busy machine each takes a while. */
const slow = { deadline: 15_000 };

step(1, (check) => {
  check(
    'a login with an unknown email is 401',
    async (app) => {
      const because = 'a LoginDTO wants a password, of whatever length: only who registers chooses one.';
      (await (await stories(app)).stranger).error(401, 'invalid credentials', because);
    },
    slow,
  );

  check(
    'a body that is no login is 400',
    async (app) => {
      const because = 'the LoginDTO: the email is required and an email, the password is required. And is it bound?';
      for (const answer of await (await stories(app)).noLogins) answer.error(400, 'Invalid request', because);
    },
    slow,
  );
});

step(2, (check) => {
  check(
    'the right password is 200, with a token',
    async (app) => {
      await registered(app);
      const answer = await (await stories(app)).right;
      answer
        .status(
          200,
          'the password is right. Hashes are compared by the pool: two hashes of one password are never equal.',
        )
        .fields({ token: isText }, 'a login answers with an object that has the field "token", for now an empty text.');
    },
    slow,
  );

  check(
    'a wrong password is 401, and says the same as an unknown email',
    async (app) => {
      await registered(app);
      const [{ wrong, unknown }] = await (await stories(app)).rounds;
      const because =
        'any password opens the account. A promise counts as true: is there an `await` in front of matches(…)?';
      wrong.answer.error(401, 'invalid credentials', because);
      unknown.answer
        .status(401, 'an unknown email is answered like a wrong password. Everything else tells who has an account.')
        .text(wrong.answer.content, 'both answers have to be the same, byte for byte.');
    },
    slow,
  );

  check(
    'the case of the letters in the email does not count',
    async (app) => {
      await registered(app);
      const { answer } = await (await stories(app)).inCapitals;
      answer.status(200, 'the row is found by email_key, which is the email in lower case.');
    },
    slow,
  );

  check(
    'a password with more than bcrypt reads does not match',
    async (app) => {
      await registered(app);
      const answer = await (await stories(app)).tooLong;
      const because = 'the password has 72 bytes, and this one has 73. bcrypt does not see the last: `matches` has to.';
      answer.error(401, 'invalid credentials', because);
    },
    slow,
  );
});

step(3, (check) => {
  check(
    'an unknown email takes as long as a wrong password',
    async (app) => {
      await registered(app);
      const { right, rounds } = await stories(app);
      (await right).status(200, 'step 2 comes first.');
      const tries = await rounds;
      for (const { unknown, wrong } of tries) {
        for (const { answer } of [unknown, wrong]) answer.error(401, 'invalid credentials', 'step 2 comes first.');
      }
      const times = {
        unknown: Math.min(...tries.map(({ unknown }) => unknown.time)),
        wrong: Math.min(...tries.map(({ wrong }) => wrong.time)),
      };
      if (times.unknown < times.wrong / 2) {
        const [unknown, wrong] = [times.unknown, times.wrong].map((time) => `${time.toFixed(1)} ms`);
        throw new CheckFailure({
          problem: `An unknown email is answered in ${unknown}, a wrong password in ${wrong}.`,
          expected: 'about the same time for both',
          cause:
            'where there is no user, nothing is compared. Compare with the decoy: 60 characters, the form of a bcrypt hash.',
          request: tries[0].unknown.answer.request,
        });
      }
    },
    slow,
  );
});

step(4, (check) => {
  check(
    'a login answers with a token, and with nothing else',
    async (app) => {
      const { answer } = await login(app);
      openedBy(answer, app.env.JWT_SECRET!);
      answer.expect(
        Object.keys(answer.body).join() === 'token',
        'an object with one field, "token"',
        'the contract of the blog has the token in the answer, and nothing else.',
      );
    },
    slow,
  );

  check(
    'the token says who, and until when, and no more',
    async (app) => {
      const { id, email } = await registered(app);
      const { answer, earliest, latest } = await login(app);
      const { exp, ...others } = openedBy(answer, app.env.JWT_SECRET!);
      answer
        .expect(others.user_id === id, `a claim user_id = "${id}", the id of the user`, whichClaims)
        .expect(others.email === email, `a claim email = "${email}", as it was registered`, whichClaims)
        .expect(!('iat' in others), 'no claim iat', 'jsonwebtoken adds it by itself, unless you say noTimestamp: true.')
        .expect(
          Object.keys(others).length === 2,
          'exactly the claims user_id, email and exp',
          'everybody who holds the token can read it. What is not needed does not belong into it.',
        );
      refuseTime(answer, exp, earliest, latest);
    },
    slow,
  );

  check(
    'the 24 hours begin with the login',
    async (app) => {
      await registered(app);
      const { answer, earliest, latest } = await (await stories(app)).later;
      const { exp } = openedBy(answer.status(200, 'step 2 comes first.'), app.env.JWT_SECRET!);
      const moved = hours * 3_600_000;
      const before = `the program's clock was moved by ${hours} hours before this login. And `;
      refuseTime(answer, exp, earliest + moved, latest + moved, before);
    },
    slow,
  );
});

step(5, (check) => {
  check(
    'without a secret, the right password is 500 and a wrong one is 401',
    async (app) => {
      const { right, wrong } = await (await stories(app)).secretless;
      right
        .expect(
          right.code !== 200,
          'no token',
          'this one was signed with a secret that stands in the code. Who can read the code can make tokens for everybody.',
        )
        .error(500, 'Failed to generate token', 'sign(…) throws without a secret. Catch it, and throw an HttpError.');
      wrong.error(401, 'invalid credentials', 'the password is checked first, and the token is made afterwards.');
    },
    slow,
  );

  check(
    'without a secret, the log says so once, at the start',
    async (app) => {
      const { right, output } = await (await stories(app)).secretless;
      const lines = output.split('\n');
      const [first, ...more] = lines.filter((line) => line.includes('JWT_SECRET'));
      const expected = 'one line that names JWT_SECRET, before "Listening on"';
      if (first === undefined) right.expect(false, expected, 'nothing of it was logged. onStart() is the place.');
      if (more.length > 0) right.expect(false, expected, `it was logged ${more.length + 1} times. Once is enough.`);
      const listening = lines.findIndex((line) => line.includes('Listening on'));
      const isEarly = lines.indexOf(first!) < listening;
      right.expect(isEarly, expected, 'it comes too late: onStart() runs before the first request.');
      const isLoud = !/"level":"(debug|info)"/.test(first!);
      right.expect(isLoud, 'a line of the level warn', 'this is more than news: log.warn(…).');
    },
    slow,
  );

  check(
    'with a secret, the log does not complain',
    async (app) => {
      const { answer } = await login(app);
      openedBy(answer, app.env.JWT_SECRET!);
      const complains = (await app.output()).includes('JWT_SECRET');
      answer.expect(!complains, 'no line that names JWT_SECRET', 'there is a secret: warn only where it is empty.');
    },
    slow,
  );
});

const whichClaims = 'a token has the claims user_id and email: the id and the email of the user that was found.';
const day = 24 * 60 * 60;

/** How far the clock is moved before one of the logins. */
const hours = 5;

interface Person {
  id: string;
  email: string;
  password: string;
}

const stories = (app: Session) => app.once(tellAll);

/** Whichever check comes first starts both: hashing takes its time, and so does a start. */
async function tellAll(app: Session) {
  // A password of exactly 72 bytes.
  const body = { email: `Reader.${random.word()}@Example.com`, password: letters(72), name: random.sentence() };
  const { email, password } = body;
  const { secretless } = inTurn({ secretless: () => tellSecretless(app.fresh({ JWT_SECRET: '' }), body) });
  const told = inTurn({
    // A short one: whoever registered long ago may have chosen it under other rules.
    stranger: () => app.post('/auth/login', { email: random.email(), password: letters(3) }),
    noLogins: () => tellNoLogins(app),
    person: () => register(app, body),
    right: () => app.post('/auth/login', { email, password }),
    // The token has the email as it was registered, however it was typed now.
    inCapitals: () => timedLogin(app, { email: email.toUpperCase(), password }),
    tooLong: () => app.post('/auth/login', { email, password: `${password}x` }),
    rounds: async () => {
      // While the time is taken, nothing else is to be at work.
      await secretless.catch(() => {});
      return tellRounds(app, email);
    },
    later: () => tellLater(app, { email: email.toUpperCase(), password }),
  });
  return { ...told, secretless };
}

async function tellNoLogins(app: Session): Promise<Answer[]> {
  const [email, password] = [random.email(), letters(12)];
  const bodies = ['{bad', '', {}, { email }, { password }, { email: random.word(), password }, { email, password: '' }];
  const answers: Answer[] = [];
  for (const body of bodies) answers.push(await app.post('/auth/login', body));
  return answers;
}

async function register(app: Session, body: Omit<Person, 'id'> & { name: string }): Promise<Person> {
  const answer = await app.post('/auth/register', body);
  return { ...body, id: answer.status(201, 'registering has to work as in chapter 08.').body.id };
}

/** A run whose JWT_SECRET is empty, from its start to its end. */
async function tellSecretless(app: Session, body: Omit<Person, 'id'> & { name: string }) {
  const { email, password } = await register(app, body);
  const wrong = await app.post('/auth/login', { email, password: letters(12) });
  const right = await app.post('/auth/login', { email, password });
  // After the end, all that was printed has arrived.
  await app.stop();
  return { right, wrong, output: await app.output() };
}

/** An unknown email and a wrong password, by turns. The quickest of three tells how long the work itself takes. */
async function tellRounds(app: Session, email: string) {
  const round = async () => ({
    unknown: await timedLogin(app, { email: random.email(), password: letters(12) }),
    wrong: await timedLogin(app, { email, password: letters(12) }),
  });
  return [await round(), await round(), await round()] as const;
}

async function tellLater(app: Session, credentials: Pick<Person, 'email' | 'password'>) {
  await app.advance({ hours });
  try {
    return await timedLogin(app, credentials);
  } finally {
    await app.advance({ hours: -hours });
  }
}

/** A login, when it was, and how long it took, in milliseconds. */
async function timedLogin(app: Session, credentials: Pick<Person, 'email' | 'password'>) {
  const earliest = Date.now();
  const started = performance.now();
  const answer = await app.post('/auth/login', credentials);
  return { answer, time: performance.now() - started, earliest, latest: Date.now() };
}

async function registered(app: Session): Promise<Person> {
  return (await stories(app)).person;
}

async function login(app: Session) {
  await registered(app);
  const told = await (await stories(app)).inCapitals;
  told.answer.status(200, 'step 2 comes first.');
  return told;
}

/** The claims of a token, if this secret has signed it by HS256. */
function openedBy(answer: Answer, secret: string): Record<string, unknown> {
  const token = String(answer.body.token);
  const [header = '', payload = '', signature = ''] = token.split('.');
  const isToken = token.split('.').length === 3;
  answer.expect(isToken, 'a token: three texts, with dots between them', 'jwt.sign(…) makes one. Is it in the answer?');
  const { alg } = decoded(answer, header);
  answer.expect(alg === 'HS256', 'a token that is signed by HS256', `its algorithm is ${alg}.`);
  const expected = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
  answer.expect(
    signature === expected,
    'a token that is signed with the secret in JWT_SECRET',
    'another secret has signed it. It comes from process.env.JWT_SECRET, and never stands in the code.',
  );
  return decoded(answer, payload);
}

function decoded(answer: Answer, part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    answer.expect(false, 'a token whose parts are JSON', 'jwt.sign(…) makes one.');
    return {};
  }
}

/** `exp` is in whole seconds. The login happened between `earliest` and `latest`, on the program's clock. */
function refuseTime(answer: Answer, exp: unknown, earliest: number, latest: number, before = ''): void {
  // A minute more or less: the mistakes are hours and years.
  const [first, last] = [Math.floor(earliest / 1000) + day - 60, Math.ceil(latest / 1000) + day + 60];
  const ahead =
    exp === undefined ? 'there is none' : `this one lies ${Number(exp) - Math.floor(earliest / 1000)} ahead`;
  answer.expect(
    Number.isInteger(exp) && Number(exp) >= first && Number(exp) <= last,
    `a claim exp that lies ${day} seconds ahead, and ${ahead}`,
    `${before}exp is in whole seconds since 1970, and the Clock gives milliseconds. The 24 hours begin with each login.`,
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** As many letters, which nobody can have guessed. */
function letters(count: number): string {
  return Array.from({ length: count }, () => random.word()[1]!).join('');
}
