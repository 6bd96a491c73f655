import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { cheapPasswords, credentials, register } from '#blog';
import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/auth/renew'] });

const secret = `a secret of this check, ${random.word()}`;
const env = { ...cheapPasswords, JWT_SECRET: secret };
const hour = 60 * 60;
const day = 24 * hour;

check('a valid token gets a new one, as a login does', async (app) => {
  const { blog, token, user } = await app.once(reader);
  const response = await renew(blog, token);
  response.status(200).fields({ token: isString }, 'the response is not that of the login.');
  const fields = Object.keys(response.body).join();
  response.expect(
    fields === 'token',
    `only a token, got ${fields}`,
    'the response has more fields than that of the login.',
  );
  const claims = claimsIn(response);
  const whose = claims.user_id === user.id && claims.email === user.email;
  const cause = 'the new token is for somebody else, or other programs do not find `user_id` and `email` in it.';
  response.expect(whose, 'a token with the `user_id` and the `email` of the same user', cause);
});

check('a token of the login stays as it is', async (app) => {
  const { token } = await app.once(reader);
  const { header, payload } = jwt.verify(token.body.token, secret, { complete: true });
  const claims = Object.keys(payload).sort().join();
  const cause = 'something was added to the token of the login, and other programs expect three claims.';
  token.expect(claims === 'email,exp,user_id' && header.alg === 'HS256', `exactly three claims, got ${claims}`, cause);
});

check('the new token is valid for 24 hours from now', async (app) => {
  const { blog, token } = await reader(app);
  await blog.advance({ hours: 23 });
  const renewed = await renew(blog, token);
  expectEnd(renewed, endOf(token) + 23 * hour, 'the new token ends when the old one does, or 24 hours after it.');
  await blog.advance({ hours: 23 });
  (await renew(blog, renewed)).status(200, 'a token that was renewed once can not be renewed again.');
});

check('a token that has expired is not renewed', async (app) => {
  const { blog, token } = await reader(app);
  await blog.advance({ hours: 24, seconds: 1 });
  expectRefused(await renew(blog, token), 'nobody looks at `exp`.');
});

check('a login ends after seven days, however often its token is renewed', async (app) => {
  const { blog, token } = await reader(app);
  const end = endOf(token) - day + 7 * day;
  let last = token;
  for (let hours = 20; hours <= 160; hours += 20) {
    await blog.advance({ hours: 20 });
    last = await renew(blog, last);
    last.status(200, 'a token can not be renewed as often as it has to be.');
    expectEnd(last, Math.min(end, end - 7 * day + hours * hour + day), longer);
  }
  await blog.advance({ hours: 7, minutes: 58 });
  last = await renew(blog, last);
  last.status(200, 'the login ends too early.');
  expectEnd(last, end, longer);
  await blog.advance({ minutes: 3 });
  expectRefused(await renew(blog, last), longer);
});

check('nothing that a client sends makes a login longer', async (app) => {
  const { blog, token } = await reader(app);
  const end = endOf(token) + 6 * day;
  const last = await keepAlive(blog, token, 150);
  const later = end + 100 * day;
  const wishes = Object.fromEntries(
    ['login', 'since', 'start', 'until', 'end', 'exp', 'iat', 'auth_time', 'time', 'first'].map((name) => [
      name,
      later,
    ]),
  );
  const response = await blog.post('/auth/renew', { ...wishes, token: last.body.token });
  if (response.code !== 400) expectEnd(response, end, 'a field of the body decides when the login was.');
  expectEnd(await renew(blog, last), end, longer);
});

check('another login begins its own seven days', async (app) => {
  const { blog, token, person } = await reader(app);
  const old = await keepAlive(blog, token, 150);
  const again = await renew(blog, await logIn(blog, person));
  const mixed =
    'the program knows one login for each user, and the last or the first one decides about all of their tokens.';
  expectEnd(await renew(blog, old), endOf(token) + 6 * day, mixed);
  await blog.advance({ hours: 10 });
  expectEnd(await renew(blog, again), endOf(token) + 160 * hour, mixed);
});

check('a renewal does not end the old token', async (app) => {
  const { blog, token } = await app.once(reader);
  for (let count = 0; count < 3; count++)
    (await renew(blog, token)).status(200, 'a token can be renewed once. Two tabs of a browser have the same one.');
});

check('a restart logs nobody out, and begins nothing again', async (app) => {
  const stored = { ...env, DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const before = app.fresh(stored);
  const token = await logIn(before, await register(before));
  const renewed = await keepAlive(before, token, 20);
  await before.stop();
  const after = app.fresh(stored);
  await after.advance({ hours: 20 });
  const again = await renew(after, renewed);
  again.status(200, 'which tokens were renewed is only in memory.');
  const last = await keepAlive(after, again, 130);
  const cause = 'when the login was is only in memory. After a restart, its seven days begin again.';
  expectEnd(last, endOf(token) + 6 * day, cause);
});

check('what is not a valid token of this program is refused', async (app) => {
  const { blog, token, user } = await app.once(reader);
  const text: string = token.body.token;
  const claims = { user_id: user.id, email: user.email, exp: endOf(token) };
  const [head, payload, signature] = text.split('.') as [string, string, string];
  const forged = [
    jwt.sign(claims, '', { algorithm: 'none', noTimestamp: true }),
    jwt.sign(claims, 'another secret of 32 bytes or more', { noTimestamp: true }),
    signed(claims, ''),
    `${head}.${encoded({ ...claims, exp: claims.exp + 1 })}.${signature}`,
    `${head}.${payload}.`,
    `${head}.${payload}`,
    text.slice(0, -2),
    `Bearer ${text}`,
    `${text}.${signature}`,
  ];
  const cause = 'the token is only decoded. Its signature is not verified, or with any algorithm that it names itself.';
  for (const each of forged) expectRefused(await renewText(blog, each), cause);
  for (const each of ['x', '..', 'null', '{}', '🌻', "' or '1'='1", 'x'.repeat(5_000), random.word()])
    expectRefused(await renewText(blog, each), 'the program takes every string for a token.');
});

check('a strange body makes no program fail', async (app) => {
  const { blog } = await app.once(reader);
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{}',
    '{"token":null}',
    '{"token":7}',
    '{"token":["x"]}',
    '{"token":{}}',
  ]) {
    const response = await blog.post('/auth/renew', body, { headers: { 'Content-Type': 'application/json' } });
    const isRefused = response.code === 400 || response.code === 401;
    response.expect(
      isRefused,
      `400 or 401, got ${response.code}`,
      'the program takes every body for one with a token.',
    );
  }
});

check('a token with strange claims makes no program fail', async (app) => {
  const { blog, token } = await app.once(reader);
  const exp = endOf(token);
  for (const user_id of [undefined, null, 7, {}, ['x'], true, random.word()]) {
    const response = await renewText(blog, signed({ user_id, email: random.email(), exp }, secret));
    expectRefused(response, 'the program uses a claim without a look at its type, or does not look for the user.');
  }
});

check('a token whose user no longer exists is refused', async (app) => {
  const { token } = await app.once(reader);
  // The same secret, and a database without this user.
  const elsewhere = app.fresh(env);
  const cause = 'nobody looks whether the user still exists. With renewals, a deleted account would live on for days.';
  expectRefused(await renew(elsewhere, token), cause);
});

check('without a secret, no token is valid', async (app) => {
  const blog = app.fresh({ ...cheapPasswords, JWT_SECRET: undefined });
  const { marks } = await register(blog);
  const claims = { user_id: marks.id, email: marks.email, exp: Math.floor(Date.now() / 1000) + hour };
  for (const text of [
    jwt.sign(claims, '', { algorithm: 'none', noTimestamp: true }),
    signed(claims, ''),
    signed(claims, 'undefined'),
  ])
    expectRefused(
      await renewText(blog, text),
      'the empty secret verifies what was signed with nothing. `jwt.verify` refuses it as a string.',
    );
});

check('no token is printed', async (app) => {
  const { blog, token } = await reader(app);
  const renewed = await renew(blog, token);
  await renewText(blog, `${token.body.token}x`);
  const output = await blog.output();
  for (const { body } of [token, renewed]) {
    const cause = 'the token is logged, with the request or with an error. Anyone who reads the log could use it.';
    renewed.status(200).expect(!output.includes(body.token.split('.')[2]), 'a log without tokens', cause);
  }
});

const longer = 'the new token begins another seven days, or lasts 24 hours even if the login ends before.';

/** A program with somebody who has logged in. */
async function reader(app: Session) {
  const blog = app.fresh(env);
  const person = await register(blog);
  const token = await logIn(blog, person);
  return { blog, person, token, user: person.marks as { id: string; email: string } };
}

async function logIn(blog: Session, person: Awaited<ReturnType<typeof register>>): Promise<Answer> {
  return (await blog.post('/auth/login', credentials(person))).status(200);
}

function renew(blog: Session, token: Answer): Promise<Answer> {
  return renewText(blog, token.body.token);
}

function renewText(blog: Session, token: string): Promise<Answer> {
  return blog.post('/auth/renew', { token });
}

/** Renews the token every ten hours, for so many hours. */
async function keepAlive(blog: Session, token: Answer, hours: number): Promise<Answer> {
  let last = token;
  for (let count = 0; count < hours; count += 10) {
    await blog.advance({ hours: 10 });
    last = (await renew(blog, last)).status(200, 'a token can not be renewed as often as it has to be.');
  }
  return last;
}

function claimsIn(response: Answer): jwt.JwtPayload {
  try {
    return jwt.verify(response.body.token, secret, { ignoreExpiration: true }) as jwt.JwtPayload;
  } catch (error) {
    const cause = `other programs can not verify it: ${(error as Error).message}.`;
    response.expect(false, 'a token that is signed with the same secret', cause);
    throw error;
  }
}

function endOf(response: Answer): number {
  const { exp } = claimsIn(response);
  response.expect(exp !== undefined, 'a token with `exp`', 'the token never expires.');
  return exp!;
}

/** Within some seconds: the program runs, while the check counts. */
function expectEnd(response: Answer, expected: number, because: string): void {
  const late = endOf(response.status(200)) - expected;
  const amount =
    Math.abs(late) < 2 * hour ? `${Math.round(Math.abs(late))} seconds` : `${Math.round(Math.abs(late) / hour)} hours`;
  response.expect(
    Math.abs(late) <= 60,
    `a token with another \`exp\`. It ends ${amount} too ${late > 0 ? 'late' : 'early'}`,
    because,
  );
}

function expectRefused(response: Answer, because: string): void {
  response.error(401, 'invalid token', because);
}

function signed(claims: object, key: string): string {
  const content = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function isString(value: unknown): boolean {
  return typeof value === 'string';
}
