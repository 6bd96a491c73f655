import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { type Answer, CheckFailure, chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /admin/users is for admins', async (app) => {
    const { nobody, others, admin } = await (await app.once(stories)).gate;
    nobody.error(
      401,
      'Missing authorization header',
      'who you are comes first: BearerAuth stands before requireRole in the list. It also says what the role is.',
    );
    for (const [claims, answer] of others) {
      answer.error(
        403,
        'Forbidden',
        answer.code === 200
          ? 'whoever has a token comes in: nobody asks for the role yet. That is for requireRole, behind BearerAuth.'
          : `the claims of this token: ${JSON.stringify(claims)}. Known, but no admin: that is 403, and not 401.`,
      );
    }
    admin
      .status(200, 'the role of this token is admin. BearerAuth has left it in the context as "user_role".')
      .expect(Array.isArray(admin.body), 'a list of users', 'the handler returns what users.list() gives.');
  });

  check('the code in the log makes a user the first admin', async (app) => {
    const { registered, codes, appointed, old, login, list, everybody, boss } = await (await app.once(stories))
      .appointment;
    registered.status(201, because(registered, 'POST /auth/register has to work as before.'));
    if (codes.length !== 1) {
      throw new CheckFailure({
        problem: `There was no admin when the program started, and the log has ${codes.length} lines with a code.`,
        expected: 'one line of the level warn, with the field "code"',
        cause: 'FirstAdmin.onStart writes it. Is it as it was, and still declared in AdminModule?',
      });
    }
    appointed
      .status(200, because(appointed, 'this is the code from the log, and nobody has used it yet.'))
      .fields({ email: boss.email, role: 'admin' }, 'the response is the user, who is an admin now.');
    login.status(200, 'the user must be able to log in again.');
    list.status(200, 'the token of the new login says admin.');
    const expected = everybody.map((email) => `${email} ${email === boss.email ? 'admin' : 'user'}`).sort();
    const actual = list.body.map((user: { email: string; role: string }) => `${user.email} ${user.role}`).sort();
    list
      .expect(
        actual.join() === expected.join(),
        `these users and roles: ${expected.join(', ')}`,
        'the handler returns what users.list() gives: every user, with the role.',
      )
      .expect(
        list.body.every((user: object) => keysOf(user) === 'created_at, email, id, name, role'),
        'exactly these fields of each user: id, email, name, role, created_at',
        'rows.map(toUser): the hash of the password never leaves the service.',
      );
    old.error(403, 'Forbidden', 'this token was signed when its owner was no admin yet, and says so.');
  });

  check(
    'nobody else becomes an admin, and a dismissed admin stays dismissed',
    async (app) => {
      const { registered, guessed, again } = await (await app.once(stories)).appointment;
      registered
        .status(201, because(registered, 'POST /auth/register has to work as before.'))
        .expect(
          registered.body.user?.role === 'user',
          'a user with the role user',
          'nobody becomes an admin by registering: the first to do so may be anybody.',
        );
      guessed.error(403, 'Forbidden', 'this code is made up. FirstAdmin compares digests.');
      again.error(403, 'Forbidden', 'the code has been used already: it works once.');
      const { login, used } = await (await app.once(stories)).restart;
      login.expect(
        login.body.user?.role === 'user',
        'a user with the role user, as the table says',
        'this admin was dismissed, and the program has started again. A start must not make anybody an admin.',
      );
      used.error(403, 'Forbidden', 'this code was used before the restart: every start has a code of its own.');
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('after five wrong passwords in a minute, the right one is 429 too', async (app) => {
    const { wrong, closed, other, halfway, later } = await (await app.once(stories)).guesses;
    for (const answer of wrong) answer.error(401, 'Invalid credentials', 'the first five guesses are answered.');
    for (const [why, answer] of closed) {
      answer
        .error(429, 'Too many requests', why)
        .header('Retry-After', /^([1-9]|[1-5]\d|60)$/, 'Retry-After says in how many seconds: the ttl of the counter.');
    }
    halfway
      .error(
        429,
        'Too many requests',
        'half a minute later the count still stands: the ttl counts from the first guess.',
      )
      .header(
        'Retry-After',
        /^([1-9]|[12]\d|30)$/,
        'half of the minute is over: ask the store for the ttl of the counter.',
      );
    other.status(200, 'another user at the same address must not be shut out: the email is part of the key.');
    later.status(200, 'a minute later the count is gone: increment with a ttl of 60 seconds.');
  });

  check('of twenty guesses at once, five are answered', async (app) => {
    const { codes } = await (await app.once(stories)).guesses;
    const looked = codes.filter((code) => code === 401).length;
    if (looked !== 5 || codes.length !== 20) {
      throw new CheckFailure({
        problem: `Twenty guesses came at once, and ${looked} passwords were looked at.`,
        answered: codes.join(', '),
        expected: 'five times 401, and fifteen times 429',
        cause: 'count before you look: increment first, in one step, and compare what it gives.',
      });
    }
  });

  check(
    'a right password clears the count, and a bad body does not count',
    async (app) => {
      const { cleared, bad, afterBad } = await (await app.once(stories)).guesses;
      cleared.forEach((answer, index) => {
        if (index === 4) answer.status(200, 'four wrong ones, and then the right one.');
        else
          answer.error(
            401,
            'Invalid credentials',
            'a right password in between starts the count anew: delete the key.',
          );
      });
      for (const answer of bad) answer.error(400, 'Invalid request', 'a body that is no login is 400, as before.');
      afterBad.status(200, 'bodies that are no login are no guesses. Bind first, and count then.');
    },
    { alreadyTrue: true },
  );

  check('behind a proxy, the address is the one that the proxy has seen', async (app) => {
    const { guessed, sixth, elsewhere } = await (await app.once(stories)).visits;
    for (const answer of guessed)
      answer.error(401, 'Invalid credentials', because(answer, 'five guesses are answered.'));
    sixth.error(
      429,
      'Too many requests',
      'TRUST_PROXY is 2, and the client made up what stands on the left. Each proxy adds one at the end: .at(-2) here.',
    );
    elsewhere.error(
      401,
      'Invalid credentials',
      'this guess comes from another address, and must not be shut out with the others: email and address together.',
    );
  });

  check('a network has five guesses, however its address is spelled', async (app) => {
    const { spelled } = await (await app.once(stories)).visits;
    for (const [why, answers] of spelled) {
      for (const answer of answers.slice(0, 5))
        answer.error(401, 'Invalid credentials', because(answer, 'five guesses are answered.'));
      answers[5]!.error(429, 'Too many requests', why);
    }
  });
});

step(3, (check) => {
  check('each authentication leaves one line', async (app) => {
    const { events, lines } = await (await app.once(stories)).audit;
    const [expected, actual] = [events.map(shortLine), lines.map(shortLine)];
    const first = expected.findIndex((line, index) => line !== actual[index]);
    if (first >= 0) {
      throw new CheckFailure({
        problem: `Line ${first + 1} of the audit is another.`,
        answered: around(actual, first),
        expected: around(expected, first),
        cause: auditCause(events, lines, first),
      });
    }
    if (actual.length > expected.length) {
      throw new CheckFailure({
        problem: 'The audit says too much.',
        answered: actual.slice(expected.length).join('\n'),
        expected: 'no line for GET /posts, and none for a path that does not exist',
        cause: 'only what is under /auth, and refusals elsewhere. 404 is nobody’s business.',
      });
    }
  });

  check(
    'no secret stands in the log',
    async (app) => {
      const { output, secrets } = await (await app.once(stories)).audit;
      for (const [what, secret] of secrets) {
        if (!output.includes(secret)) continue;
        throw new CheckFailure({
          problem: `The log has ${what} in it: ${secret}`,
          expected: 'a log without secrets',
          cause: 'an audit says who came, and never with what. A parameter of the path may be anything, a key too.',
        });
      }
    },
    { alreadyTrue: true },
  );
});

interface Person {
  email: string;
  password: string;
  name: string;
  token: string;
  user: { id: string; role: string };
}

interface LogLine {
  level?: unknown;
  message?: unknown;
  code?: unknown;
  event?: unknown;
  status?: unknown;
  address?: unknown;
  user_id?: unknown;
  email?: unknown;
}

/**
 * Two lives of one blog, on one file: in the first nobody stands in front of it; in the second it has lost its admin, and
 * has two proxies, and pages of others that use it. Programs that start take most of a run, so there are no more than these two.
 */
async function stories(app: Session) {
  // A password at the full cost would take the rest of it.
  const env = { BCRYPT_COST: '4', DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const boss = { ...person(), email: `Boss.${random.word()}@Example.com` };
  const first = app.fresh({ ...env, TRUST_PROXY: '' });
  const second = app.fresh({ ...env, TRUST_PROXY: '2' });
  const everybody: string[] = [];
  const events: LogLine[] = [];
  const next = inTurn();

  const gate = next(() => tellGate(first));
  const appointment = next(() => tellAppointment(first, boss, everybody));
  const guesses = next(() => tellGuesses(first, everybody));
  const restart = next(async () => {
    await first.stop();
    const { codes, registered } = await appointment;
    await dismissAdmins(env.DATABASE_URL);
    const answer = await second.post('/auth/login', login(boss));
    events.push(eventOf('POST /auth/login', 200, { address: here, email: boss.email }));
    const used = await second.post('/auth/first-admin', { code: codes[0] }, bearer(answer.body.token));
    events.push(eventOf('POST /auth/first-admin', 403, { address: here, user_id: registered.body.user?.id }));
    await second.get('/admin/users', bearer(answer.body.token));
    events.push(eventOf('GET /admin', 403, { address: here, user_id: registered.body.user?.id }));
    return { login: answer, used };
  });
  const visits = next(() => tellVisits(second, events));
  const audit = next(async () => {
    await second.stop();
    const output = await second.output();
    const lines = linesOf(output).filter(({ message }) => message === 'authentication');
    return { events, lines, output, secrets: (await visits).secrets };
  });
  return { gate, appointment, guesses, restart, visits, audit };
}

/** One after another. Whoever asks for a story that broke off hears why; the next one is told all the same. */
function inTurn(): <T>(tell: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (tell) => {
    const story = last.then(tell);
    last = story.catch(() => {});
    return story;
  };
}

/** Step 1: tokens with one role and another. */
async function tellGate(program: Session) {
  const ask = (claims: object) => program.get('/admin/users', bearer(sign(program, claims)));
  const others: [object, Answer][] = [];
  for (const claims of [{ role: 'user' }, {}, { role: '' }, { role: 'Admin' }])
    others.push([claims, await ask(claims)]);
  return { nobody: await program.get('/admin/users'), others, admin: await ask({ role: 'admin' }) };
}

/** Step 1: somebody has the code, and somebody else tries. */
async function tellAppointment(program: Session, boss: Omit<Person, 'token' | 'user'>, everybody: string[]) {
  const registered = await program.post('/auth/register', boss);
  const thief = await register(program, everybody);
  everybody.push(boss.email);
  const codes = linesOf(await program.output()).flatMap(({ level, code }) => (level === 'warn' && code ? [code] : []));
  const appoint = (token: string, code: unknown) => program.post('/auth/first-admin', { code }, bearer(token));
  const { token } = registered.body;
  const guessed = await appoint(thief.token, random.word());
  const appointed = await appoint(token, codes[0]);
  const again = await appoint(thief.token, codes[0]);
  const old = await program.get('/admin/users', bearer(token));
  const answer = await program.post('/auth/login', login(boss));
  const list = await program.get('/admin/users', bearer(answer.body.token));
  const seen = { old, login: answer, list, everybody: [...everybody] };
  return { boss, registered, codes, guessed, appointed, again, ...seen };
}

/** Only a program that doesn't run lets others at its file. */
async function dismissAdmins(address: string): Promise<void> {
  const db = await openDatabase(address);
  try {
    await db.run`update users set role = ${'user'}`;
  } finally {
    await db.onStop();
  }
}

/** Step 2: several users, many guesses. */
async function tellGuesses(program: Session, everybody: string[]) {
  const people = await Promise.all(Array.from({ length: 4 }, () => register(program, everybody)));
  const [victim, other, forgetful, sloppy] = people as [Person, Person, Person, Person];
  const guess = (who: Person, path = '/auth/login') =>
    program.post(path, { email: who.email, password: random.word() });
  const right = (who: Person, path = '/auth/login', headers = {}) => program.post(path, login(who), { headers });

  const places = ['/auth/login', '/auth/session', '/auth/tokens', '/auth/login', '/auth/session'];
  const wrong: Answer[] = [];
  for (const path of places) wrong.push(await guess(victim, path));
  const closed: [string, Answer][] = [
    [notCounted, await right(victim)],
    [notCounted, await right(victim, '/auth/session')],
    [notCounted, await right(victim, '/auth/tokens')],
    [
      'capital letters do not make another user: toLowerCase(), before the digest.',
      await right({ ...victim, email: victim.email.toUpperCase() }),
    ],
    [
      'TRUST_PROXY is not set, so the X-Forwarded-For of a client says nothing about its address.',
      await right(victim, '/auth/login', { 'X-Forwarded-For': anAddress() }),
    ],
  ];
  const cleared: Answer[] = [];
  for (let count = 0; count < 10; count++) cleared.push(await (count === 4 ? right(forgetful) : guess(forgetful)));
  const bad: Answer[] = [];
  for (let count = 0; count < 6; count++) bad.push(await program.post('/auth/login', { email: sloppy.email }));
  const afterBad = await right(sloppy);
  const atOther = await right(other);
  const codes = await atOnce(program, 20, '/auth/login', { email: other.email, password: random.word() });
  await program.advance({ seconds: 30 });
  const halfway = await right(victim);
  await program.advance({ seconds: 31 });
  return { wrong, closed, other: atOther, halfway, later: await right(victim), codes, cleared, bad, afterBad };
}

/** Steps 2 and 3: behind a proxy, so that the checks decide what the address is; everybody leaves a trace. */
async function tellVisits(program: Session, events: LogLine[]) {
  const address = anAddress();
  const from = (last = address, more = {}) => ({
    headers: { 'X-Forwarded-For': `${anAddress()}, ${last}, ${anAddress()}`, ...more },
  });
  const expect = (event: string, status: number, fields: LogLine = {}) => {
    events.push(eventOf(event, status, { address, ...fields }));
  };
  const me = person();
  const { email } = me;
  const registered = await program.post('/auth/register', me, from());
  expect('POST /auth/register', 201, { email });
  const { token = '', user = {} } = registered.body;
  const authorization = { Authorization: `Bearer ${token}` };
  await program.post('/auth/register', me, from());
  expect('POST /auth/register', 409, { email });
  await program.post('/auth/login', login(me), from());
  expect('POST /auth/login', 200, { email });
  const session = await program.post('/auth/session', login(me), from());
  expect('POST /auth/session', 200, { email });
  const pair = await program.post('/auth/tokens', login(me), from());
  expect('POST /auth/tokens', 200, { email });
  const next = await program.post('/auth/refresh', { refresh_token: pair.body.refresh_token }, from());
  expect('POST /auth/refresh', 200);
  await program.post('/auth/refresh', { refresh_token: pair.body.refresh_token }, from());
  expect('POST /auth/refresh', 401);
  const made = await program.post('/auth/api-keys', { name: random.word() }, from(address, authorization));
  expect('POST /auth/api-keys', 201, { user_id: user.id });
  const { key = '' } = made.body;
  await program.delete(`/auth/api-keys/${key}`, from(address, authorization));
  expect('DELETE /auth/api-keys', 204, { user_id: user.id });
  await program.get('/auth/api-keys/current', from(address, { 'X-API-Key': `${key}x` }));
  expect('GET /auth/api-keys', 401);
  await program.get('/auth/me', from(address, authorization));
  expect('GET /auth/me', 200, { user_id: user.id });
  await program.get('/admin/users', from(address, authorization));
  expect('GET /admin', 403, { user_id: user.id });
  await program.post('/posts', {}, from(address, { Authorization: `Bearer ${token}x` }));
  expect('POST /posts', 401);
  await program.get('/auth/me', { headers: { 'X-Forwarded-For': anAddress() } });
  expect('GET /auth/me', 401, { address: here });
  await program.get('/posts', from());
  await program.get(`/auth/${key}`, from());
  await program.post('/auth/logout', { refresh_token: next.body.refresh_token }, from());
  expect('POST /auth/logout', 204);
  await program.post('/auth/login', '{bad', from());
  expect('POST /auth/login', 400);

  const guess = random.sentence();
  const guessed: Answer[] = [];
  for (let count = 0; count < 5; count++) {
    guessed.push(await program.post('/auth/login', { email, password: guess }, from()));
    expect('POST /auth/login', 401, { email });
  }
  const sixth = await program.post('/auth/login', { email, password: guess }, from());
  expect('POST /auth/login', 429, { email });
  const other = anAddress();
  const elsewhere = await program.post('/auth/login', { email, password: guess }, from(other));
  expect('POST /auth/login', 401, { email, address: other });
  const spelled: [string, Answer[]][] = [];
  for (const [why, spellings] of [sixth4(), sixth6()]) {
    const answers: Answer[] = [];
    for (const [index, [spelling, canonical]] of spellings.entries()) {
      answers.push(await program.post('/auth/login', { email, password: guess }, from(spelling)));
      expect('POST /auth/login', index < 5 ? 401 : 429, { email, address: canonical });
    }
    spelled.push([why, answers]);
  }
  const secrets: [string, string][] = [
    ['a password', me.password],
    ['a wrong password, which is often nearly right', guess],
    ['an access token', token],
    ['a refresh token', String(pair.body.refresh_token)],
    ['the identifier of a session', String(session.headers.get('set-cookie')).split(/[=;]/)[1] ?? ''],
    ['an API key', key],
    ['the hash of a password', '$2b$'],
  ];
  return { guessed, sixth, elsewhere, spelled, secrets: secrets.filter(([, secret]) => secret !== '') };
}

const notCounted =
  'is LoginLimit on all three routes? Is the counter still there after a 401? Only after `await next()` is the status known. ' +
  'And one count for all three places: no path in the key.';

/** A limit that is too small refuses bodies where nobody expects it. */
function because({ code }: Answer, otherwise?: string): string | undefined {
  return code === 413 ? bytes : otherwise;
}

const bytes = 'limits.body counts bytes: 64 KiB is 64 * 1024, which is 65,536.';

const refusals = [401, 403, 429];

/** The other end of the connection, where nobody has written down another. */
const here = '127.0.0.1';

function eventOf(event: string, status: number, fields: LogLine): LogLine {
  return { level: refusals.includes(status) ? 'warn' : 'info', event, status, ...fields };
}

/** The line before, the line itself, and the one behind it. */
function around(lines: string[], index: number): string {
  const from = Math.max(0, index - 1);
  const shown = lines.slice(from, index + 2).map((line, count) => `${from + count + 1}  ${line}`);
  return shown.join('\n') || 'no line at all';
}

/** Why the first line that differs does. */
function auditCause(expected: LogLine[], actual: LogLine[], index: number): string {
  const [line, instead] = [expected[index]!, actual[index]];
  if (actual.length === 0) return 'is Audit in the middlewares of src/app.options.ts?';
  if (actual.some(({ status }) => status === 413)) return bytes;
  const isSame = instead?.event === line.event && instead?.status === line.status;
  if (!isSame && [400, 409].includes(Number(line.status)))
    return `line ${index + 1} is about an error that was thrown: catch it, look at its status, throw it on.`;
  if (isSame && instead?.email !== line.email) {
    return String(line.event).includes('register')
      ? '`register` in auth.controller.ts sets claimed_email, too, right after its bind.'
      : 'LoginLimit sets claimed_email right after the bind, before it counts.';
  }
  if (isSame && instead?.address !== line.address)
    return `the address is ${line.address}: what our proxies have written, or the connection’s where they have not.`;
  if (line.status === 429) return 'this is the sixth guess in a minute, and must be refused: step 2.';
  if (instead?.event === line.event)
    return 'the status is known after `await next()`. Where ctx.response.status is 0, a value is 200, and undefined is 204.';
  return 'every request under /auth has a line, and every refusal elsewhere: 401, 403, 429.';
}

function person() {
  return { email: random.email(), password: random.sentence(), name: random.word() };
}

async function register(app: Session, everybody: string[]): Promise<Person> {
  const body = person();
  const answer = await app.post('/auth/register', body);
  answer.status(201, because(answer, 'POST /auth/register has to work as before.'));
  everybody.push(body.email);
  return { ...body, ...answer.body };
}

function login({ email, password }: { email: string; password: string }) {
  return { email, password };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function sign(app: Session, claims: object): string {
  const everybody = { user_id: randomUUID(), email: random.email(), iss: 'blog' };
  return jwt.sign({ ...everybody, ...claims }, app.env.JWT_SECRET!, { algorithm: 'HS256', expiresIn: 3_600 });
}

function anAddress(): string {
  return `203.0.${randomInt(256)}.${randomInt(256)}`;
}

/** One IPv4 address in six spellings, and how the log spells it. */
function sixth4(): [string, [string, string][]] {
  const address = anAddress();
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex');
  const mapped = `::FFFF:${hex.slice(0, 4)}:${hex.slice(4)}`;
  const spellings = [`${address}:1`, address, `::ffff:${address}`, `${address}:65535`, mapped, `[${mapped}]:443`];
  const why = 'these are six guesses from one address, in other spellings: `of` returns what parseAddress gives.';
  return [why, spellings.map((spelling) => [spelling, address])];
}

/** Six addresses of one IPv6 network, as one client can have them, and how the log spells them. */
function sixth6(): [string, [string, string][]] {
  const group = () => randomInt(0x1000, 0x10000).toString(16);
  const [a, b] = [group(), group()];
  const network = `2001:db8:${a}:${b}`;
  const why =
    'these are six guesses from one IPv6 network, where a client can choose any address: ' +
    'count by this.address.networkOf(ctx), and not by this.address.of(ctx).';
  const long = `2001:0DB8:${a}:${b}:0000:0000:0000:0002`.toUpperCase();
  return [
    why,
    [
      [`${network}::1`, `${network}::1`],
      [long, `${network}::2`],
      [`[${network}::3]`, `${network}::3`],
      [`[${network}::4]:4711`, `${network}::4`],
      [`${network}:ffff:ffff:ffff:ffff`, `${network}:ffff:ffff:ffff:ffff`],
      [`${network}:1:2:3:4`, `${network}:1:2:3:4`],
    ],
  ];
}

/** The same request over several connections at the same moment: all are open before the first one sends. */
async function atOnce(app: Session, times: number, path: string, body: object): Promise<number[]> {
  const { hostname, port } = new URL(await app.url());
  const json = JSON.stringify(body);
  const request =
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`;
  const sockets = Array.from({ length: times }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.setTimeout(10_000, () => socket.destroy());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(request);
  const responses = await Promise.all(sockets.map((socket) => text(socket)));
  return responses.map((response) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0));
}

/** The log is JSON, a line each. What a program prints besides is none of it. */
function linesOf(output: string): LogLine[] {
  return output.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

function shortLine({ level, event, status, address, user_id, email }: LogLine): string {
  const fields = Object.entries({ status, address, user_id, email }).filter(([, value]) => value !== undefined);
  return [level, event, ...fields.map(([name, value]) => `${name}=${value}`)].join(' ');
}

/** Of whatever was answered: a check that fails has to say why, not to crash. */
function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort().join(', ') : '';
}
