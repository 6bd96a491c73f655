import { createHmac } from 'node:crypto';
import { CheckFailure, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('a login with an unknown email is 401', async (app) => {
    // A short one: whoever registered long ago may have chosen it under other rules.
    const answer = await app.post('/auth/login', { email: random.email(), password: letters(3) });
    const because = 'a LoginDTO wants a password, of whatever length: only who registers chooses one.';
    answer.error(401, 'invalid credentials', because);
  });

  check('a body that is no login is 400', async (app) => {
    const [email, password] = [random.email(), letters(12)];
    const bodies = [
      '{bad',
      '',
      {},
      { email },
      { password },
      { email: random.word(), password },
      { email, password: '' },
    ];
    for (const body of bodies) {
      const because = 'the LoginDTO: the email is required and an email, the password is required. And is it bound?';
      (await app.post('/auth/login', body)).error(400, 'Invalid request', because);
    }
  });
});

step(2, (check) => {
  check('the right password is 200, with a token', async (app) => {
    const { email, password } = await someone(app);
    const answer = await app.post('/auth/login', { email, password });
    answer
      .status(
        200,
        'the password is right. Hashes are compared by the pool: two hashes of one password are never equal.',
      )
      .fields({ token: isText }, 'a login answers with an object that has the field "token", for now an empty text.');
  });

  check('a wrong password is 401, and says the same as an unknown email', async (app) => {
    const { email, password } = await someone(app);
    const wrong = await app.post('/auth/login', { email, password: letters(12) });
    const because =
      'any password opens the account. A promise counts as true: is there an `await` in front of matches(…)?';
    wrong.error(401, 'invalid credentials', because);
    const unknown = await app.post('/auth/login', { email: random.email(), password });
    unknown
      .status(401, 'an unknown email is answered like a wrong password. Everything else tells who has an account.')
      .text(wrong.content, 'both answers have to be the same, byte for byte.');
  });

  check('the case of the letters in the email does not count', async (app) => {
    const { email, password } = await someone(app);
    const answer = await app.post('/auth/login', { email: email.toUpperCase(), password });
    answer.status(200, 'the row is found by email_key, which is the email in lower case.');
  });

  check('a password with more than bcrypt reads does not match', async (app) => {
    const { email, password } = await someone(app);
    const answer = await app.post('/auth/login', { email, password: `${password}x` });
    const because = 'the password has 72 bytes, and this one has 73. bcrypt does not see the last: `matches` has to.';
    answer.error(401, 'invalid credentials', because);
  });
});

step(3, (check) => {
  check(
    'an unknown email takes as long as a wrong password',
    async (app) => {
      const { email, password } = await someone(app);
      (await app.post('/auth/login', { email, password })).status(200, 'step 2 comes first.');
      const times = { unknown: Number.POSITIVE_INFINITY, wrong: Number.POSITIVE_INFINITY };
      for (let round = 0; round < 3; round++) {
        times.unknown = Math.min(times.unknown, await timed(app, random.email()));
        times.wrong = Math.min(times.wrong, await timed(app, email));
      }
      if (times.unknown < times.wrong / 2) {
        const [unknown, wrong] = [times.unknown, times.wrong].map((time) => `${time.toFixed(1)} ms`);
        throw new CheckFailure({
          problem: `An unknown email is answered in ${unknown}, a wrong password in ${wrong}.`,
          expected: 'about the same time for both',
          cause:
            'where there is no user, nothing is compared. Compare with the decoy: 60 characters, the form of a bcrypt hash.',
        });
      }
    },
    { deadline: 15_000 },
  );
});

step(4, (check) => {
  check('a login answers with a token, and with nothing else', async (app) => {
    const answer = await login(app);
    openedBy(answer, app.env.JWT_SECRET!);
    answer.expect(
      Object.keys(answer.body).join() === 'token',
      'an object with one field, "token"',
      'the contract of the blog has the token in the answer, and nothing else.',
    );
  });

  check('the token says who, and until when, and no more', async (app) => {
    const { id, email } = await someone(app);
    const earliest = Date.now();
    const answer = await login(app);
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
    refuseTime(answer, exp, earliest, Date.now());
  });

  check('the 24 hours begin with the login', async (app) => {
    await someone(app);
    const hours = 5;
    const moved = hours * 3_600_000;
    await app.advance({ hours });
    try {
      const earliest = Date.now() + moved;
      const answer = await login(app);
      const { exp } = openedBy(answer, app.env.JWT_SECRET!);
      const before = `the program's clock was moved by ${hours} hours before this login. And `;
      refuseTime(answer, exp, earliest, Date.now() + moved, before);
    } finally {
      await app.advance({ hours: -hours });
    }
  });
});

step(5, (check) => {
  check('without a secret, the right password is 500 and a wrong one is 401', async (app) => {
    const { right, wrong } = await secretless(app);
    right
      .expect(
        right.code !== 200,
        'no token',
        'this one was signed with a secret that stands in the code. Who can read the code can make tokens for everybody.',
      )
      .error(500, 'Failed to generate token', 'sign(…) throws without a secret. Catch it, and throw an HttpError.');
    wrong.error(401, 'invalid credentials', 'the password is checked first, and the token is made afterwards.');
  });

  check('without a secret, the log says so once, at the start', async (app) => {
    const { right, output } = await secretless(app);
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
  });

  check('with a secret, the log does not complain', async (app) => {
    const answer = await login(app);
    openedBy(answer, app.env.JWT_SECRET!);
    const complains = (await app.output()).includes('JWT_SECRET');
    answer.expect(!complains, 'no line that names JWT_SECRET', 'there is a secret: warn only where it is empty.');
  });
});

const whichClaims = 'a token has the claims user_id and email: the id and the email of the user that was found.';
const day = 24 * 60 * 60;

type Answer = Awaited<ReturnType<Session['get']>>;

interface Person {
  id: string;
  email: string;
  password: string;
}

/** By the environment, which all checks of one run share: hashing takes its time, and so does a start. */
const people = new WeakMap<object, Promise<Person>>();
const secretlessRuns = new WeakMap<object, ReturnType<typeof runWithoutSecret>>();

/** Somebody who is registered, with a password of exactly 72 bytes. */
function someone(app: Session): Promise<Person> {
  const person = people.get(app.env) ?? register(app);
  people.set(app.env, person);
  return person;
}

async function register(app: Session): Promise<Person> {
  const body = { email: `Reader.${random.word()}@Example.com`, password: letters(72), name: random.sentence() };
  const answer = await app.post('/auth/register', body);
  return { ...body, id: answer.status(201, 'registering has to work as in chapter 08.').body.id };
}

async function login(app: Session): Promise<Answer> {
  const { email, password } = await someone(app);
  // In another case than it was registered: the token has the registered one.
  const answer = await app.post('/auth/login', { email: email.toLowerCase(), password });
  return answer.status(200, 'step 2 comes first.');
}

/** A run whose JWT_SECRET is empty, from its start to its end. */
function secretless(app: Session): ReturnType<typeof runWithoutSecret> {
  const run = secretlessRuns.get(app.env) ?? runWithoutSecret(app.fresh({ JWT_SECRET: '' }));
  secretlessRuns.set(app.env, run);
  return run;
}

async function runWithoutSecret(app: Session): Promise<{ right: Answer; wrong: Answer; output: string }> {
  const { email, password } = await register(app);
  const wrong = await app.post('/auth/login', { email, password: letters(12) });
  const right = await app.post('/auth/login', { email, password });
  // After the end, all that was printed has arrived.
  await app.stop();
  return { right, wrong, output: await app.output() };
}

/** How long a login with a wrong password takes, in milliseconds. */
async function timed(app: Session, email: string): Promise<number> {
  const password = letters(12);
  const started = performance.now();
  const answer = await app.post('/auth/login', { email, password });
  const time = performance.now() - started;
  answer.error(401, 'invalid credentials', 'step 2 comes first.');
  return time;
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
