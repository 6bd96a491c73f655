import assert from 'node:assert/strict';
import { generateKeyPairSync, sign as signWith } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, before, describe, it } from 'node:test';
import bcrypt from 'bcryptjs';
import { Database } from 'trellis';
import type { Answer } from 'trellis/testing';
import { AppModule } from './14-keys-and-refresh/src/app.module.ts';
import { RefreshTokensService } from './14-keys-and-refresh/src/auth/refresh-tokens.service.ts';
import { bearer, keysOf, partsOf, type Solution, secret, startSolution, token } from './solution.fixture.ts';

// The full authentication reference, line by line, on the solution of chapter 14. Time is moved, not waited for, and
// passwords are hashed at the least cost, but where cost or time is what is looked at.

const cheap = { BCRYPT_COST: '4' };
/** Version 4: random, because it gives access. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const timeSortedUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** Generated before the application starts: on a busy machine it blocks the process for seconds. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const second = 1000;
const day = 24 * 60 * 60 * second;

interface Person {
  email: string;
  password: string;
  name: string;
  id: string;
  token: string;
  /** What the registration answered. */
  registered: Answer;
}

let people = 0;

async function person(app: Solution, name = 'Ada'): Promise<Person> {
  const body = { email: `${name}.${++people}@Example.com`, password: `password of ${name}`, name };
  const registered = await app.post('/auth/register', body);
  return { ...body, id: registered.body.user?.id, token: registered.body.token, registered };
}

async function signIn(
  app: Solution,
  { email, password }: Person,
  cookie = '',
): Promise<{ answer: Answer; cookie: string }> {
  const answer = await app.post('/auth/session', { email, password }, { cookie });
  return { answer, cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0]! };
}

async function tokens(app: Solution, { email, password }: Person): Promise<Answer> {
  return app.post('/auth/tokens', { email, password });
}

async function apiKey(app: Solution, owner: Person, body: object = { name: 'robot' }): Promise<Answer> {
  return app.post('/auth/api-keys', body, bearer(owner.token));
}

function assertError(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body], [status, { error }]);
}

function assertTime(value: unknown): void {
  assert.equal(new Date(value as string).toISOString(), value);
}

/** Runs work on a solution of its own, for what would disturb the others. */
async function apart(work: (app: Solution) => Promise<void>, environment: Record<string, string> = {}): Promise<void> {
  const app = await startSolution(AppModule, { ...cheap, ...environment });
  try {
    await work(app);
  } finally {
    await app.stop();
  }
}

describe('the full authentication reference', () => {
  let app: Solution;
  let ada: Person;

  before(async () => {
    app = await startSolution(AppModule, cheap);
    ada = await person(app);
  });

  after(() => app.stop());

  describe('Resources: User', () => {
    it('role: everybody begins as user, whatever the registration says', async () => {
      const body = { email: 'role@example.com', password: '12345678', name: 'R', role: 'admin' };
      const answer = await app.post('/auth/register', body);
      assert.equal(answer.body.user.role, 'user');
      assert.equal(partsOf(answer.body.token).claims.role, 'user');
    });
  });

  describe('Resources: Token claims', () => {
    it('user_id, email, role, expiry, issued-at, issuer; and nothing else', () => {
      const { claims } = partsOf(ada.token);
      assert.deepEqual(keysOf(claims), ['email', 'exp', 'iat', 'iss', 'role', 'user_id']);
      assert.deepEqual([claims.user_id, claims.email, claims.role], [ada.id, ada.email, 'user']);
      assert.match(claims.iss as string, /./);
    });

    it('expiry: issue time plus 24 hours', () => {
      const { iat, exp } = partsOf(ada.token).claims as { iat: number; exp: number };
      assert.equal(iat, Math.floor(app.clock.now() / 1000));
      assert.equal(exp, iat + 86_400);
    });
  });

  describe('Resources: LoginResponse', () => {
    it('token, expires_in 86400, user', async () => {
      for (const answer of [ada.registered, await app.post('/auth/login', ada)]) {
        assert.deepEqual(keysOf(answer.body), ['expires_in', 'token', 'user']);
        assert.equal(answer.body.expires_in, 86_400);
        assert.deepEqual(keysOf(answer.body.user), ['created_at', 'email', 'id', 'name', 'role']);
        assert.deepEqual([answer.body.user.email, answer.body.user.name], [ada.email, ada.name]);
        assert.match(answer.body.user.id, timeSortedUuid);
        assertTime(answer.body.user.created_at);
      }
    });
  });

  describe('Authentication endpoints', () => {
    it('POST /auth/register: 201, LoginResponse, whose token works', async () => {
      assert.equal(ada.registered.status, 201);
      assert.equal((await app.get('/auth/me', bearer(ada.token))).status, 200);
    });

    for (const [what, body] of [
      ['no JSON', '{'],
      ['nothing', undefined],
      ['a bad email', { email: 'x', password: '12345678', name: 'N' }],
      ['7 characters', { email: 'n@example.com', password: '1234567', name: 'N' }],
      ['73 bytes', { email: 'n@example.com', password: 'x'.repeat(73), name: 'N' }],
      ['no name', { email: 'n@example.com', password: '12345678' }],
    ] as const) {
      it(`POST /auth/register: 400 Invalid request (${what})`, async () => {
        assertError(await app.post('/auth/register', body), 400, 'Invalid request');
      });
    }

    it('POST /auth/register: 409 Email already registered', async () => {
      const again = { ...ada, email: ada.email.toUpperCase() };
      assertError(await app.post('/auth/register', again), 409, 'Email already registered');
    });

    it('POST /auth/register: of those that race for one email, one wins', async () => {
      const body = { email: 'race@example.com', password: '12345678', name: 'R' };
      const answers = await Promise.all(Array.from({ length: 5 }, () => app.post('/auth/register', body)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409]);
    });

    it('POST /auth/register: 500 Failed to create user', () =>
      apart(async (other) => {
        await breakUsers(other);
        assertError(await other.post('/auth/register', ada), 500, 'Failed to create user');
      }));

    it('POST /auth/register: 500 Failed to generate token, and the user is created', () =>
      apart(
        async (other) => {
          assertError(await other.post('/auth/register', ada), 500, 'Failed to generate token');
          assertError(await other.post('/auth/register', ada), 409, 'Email already registered');
        },
        { JWT_SECRET: '' },
      ));

    it('POST /auth/login: 200, LoginResponse', async () => {
      const answer = await app.post('/auth/login', ada);
      assert.deepEqual([answer.status, answer.body.user], [200, ada.registered.body.user]);
    });

    it('POST /auth/login: 400 Invalid request', async () => {
      for (const body of ['{', {}, { email: ada.email }, { email: 'x', password: 'y' }]) {
        assertError(await app.post('/auth/login', body), 400, 'Invalid request');
      }
    });

    it('POST /auth/login: 401 Invalid credentials (unknown email or wrong password, same message)', async () => {
      const wrong = await app.post('/auth/login', { ...ada, password: 'wrong' });
      const unknown = await app.post('/auth/login', { email: 'nobody@example.com', password: 'wrong' });
      assertError(wrong, 401, 'Invalid credentials');
      assert.deepEqual([unknown.status, unknown.text], [wrong.status, wrong.text]);
      assert.deepEqual(headersOf(unknown), headersOf(wrong));
    });

    it('POST /auth/login: 500 Failed to generate token', () =>
      apart(
        async (other) => {
          await other.post('/auth/register', ada);
          assertError(await other.post('/auth/login', ada), 500, 'Failed to generate token');
          assertError(await tokens(other, ada), 500, 'Failed to generate token');
        },
        { JWT_SECRET: '' },
      ));

    it('POST /auth/logout: 204, always', async () => {
      for (const body of [undefined, '{', {}, [], { refresh_token: 5 }, { refresh_token: 'unknown' }]) {
        const answer = await app.post('/auth/logout', body);
        assert.deepEqual([answer.status, answer.text], [204, '']);
      }
    });

    it('POST /auth/logout: ends the session of the cookie and the family of the refresh token in the body', async () => {
      const { cookie } = await signIn(app, ada);
      const { refresh_token } = (await tokens(app, ada)).body;
      const next = (await app.post('/auth/refresh', { refresh_token })).body;
      await app.post('/auth/logout', { refresh_token }, { cookie });
      assertError(await app.get('/auth/session', { cookie }), 401, 'Invalid session');
      assertError(await app.post('/auth/refresh', next), 401, 'invalid refresh token');
    });

    it('GET /auth/me: bearer token; 200, the User', async () => {
      const answer = await app.get('/auth/me', bearer(ada.token));
      assert.deepEqual([answer.status, answer.body], [200, ada.registered.body.user]);
    });

    it('GET /auth/me: 401 as in the Authentication part', async () => {
      assertError(await app.get('/auth/me'), 401, 'Missing authorization header');
      assertError(await app.get('/auth/me', { authorization: 'Basic x' }), 401, 'Invalid authorization format');
      assertError(await app.get('/auth/me', bearer('x')), 401, 'Invalid token');
    });
  });

  describe('Authentication: Bearer token', () => {
    const signed = { alg: 'HS256', typ: 'JWT' };
    const claims = () => ({ ...partsOf(ada.token).claims, exp: Math.floor(app.clock.now() / 1000) + 3600 });
    const me = (value: string) => app.get('/auth/me', bearer(value));

    it('1. signing algorithm: HS256, with the secret of JWT_SECRET', () => {
      assert.deepEqual(partsOf(ada.token).header, signed);
      assert.equal(token(signed, partsOf(ada.token).claims, secret), ada.token);
    });

    it('1. the default of the secret is empty: every token is invalid, and the log says why once', () =>
      apart(
        async (other) => {
          for (const key of ['', secret]) {
            assertError(await other.get('/auth/me', bearer(token(signed, claims(), key))), 401, 'Invalid token');
          }
          assert.equal(other.log.lines.filter((line) => /^warn .*JWT_SECRET/.test(line)).length, 1);
        },
        { JWT_SECRET: '' },
      ));

    it('2. expires_in is 86400', async () => {
      const answers = [ada.registered, await app.post('/auth/login', ada), await tokens(app, ada)];
      for (const { body } of answers) assert.equal(body.expires_in, 86_400);
    });

    const forgeries: [string, () => string][] = [
      ['alg: none, unsigned', () => token({ alg: 'none', typ: 'JWT' }, claims(), undefined)],
      ['alg: none, with a signature', () => token({ alg: 'none', typ: 'JWT' }, claims(), secret)],
      ['RS256 with the secret as key', () => token({ alg: 'RS256', typ: 'JWT' }, claims(), secret)],
      ['RS256 with a key of its own', () => rs256(claims())],
      ['HS256 signed with an empty key', () => token(signed, claims(), '')],
      ['HS256 signed with another key', () => token(signed, claims(), `${secret}!`)],
      ['a changed payload', () => ada.token.replace(/\.[^.]+\./, `.${encoded({ ...claims(), role: 'admin' })}.`)],
      ['a changed header', () => ada.token.replace(/^[^.]+/, encoded({ alg: 'HS512', typ: 'JWT' }))],
      ['a cut signature', () => ada.token.slice(0, -4)],
      ['no signature', () => ada.token.replace(/[^.]+$/, '')],
      ['an expired token', () => token(signed, { ...claims(), exp: Math.floor(app.clock.now() / 1000) }, secret)],
      ['a token without exp', () => token(signed, { ...claims(), exp: undefined }, secret)],
      ['a token of another issuer', () => token(signed, { ...claims(), iss: 'shop' }, secret)],
      ['a token with a role and no issuer', () => token(signed, { ...claims(), iss: undefined }, secret)],
      ['a token that is not valid yet', () => token(signed, { ...claims(), nbf: claims().exp }, secret)],
      ['a token that says nothing of a user', () => token(signed, { exp: claims().exp }, secret)],
      ['what fails to parse', () => 'a.b.c'],
      ['a refresh token', () => '5b0bd2f0-8f0a-4c2b-9d5e-0d5a3f1f8a11'],
    ];
    for (const [what, make] of forgeries) {
      it(`3. validation rejects ${what}`, async () => assertError(await me(make()), 401, 'Invalid token'));
    }

    it('3. validation accepts every HMAC method, and tokens from before there were roles', async () => {
      const { role, iat, iss, ...tutorial } = claims() as Record<string, unknown>;
      const accepted = [
        token({ alg: 'HS384' }, claims(), secret, 'sha384'),
        token({ alg: 'HS512' }, claims(), secret, 'sha512'),
        token(signed, tutorial, secret),
      ];
      for (const value of accepted) assert.equal((await me(value)).status, 200);
    });

    it('3. a token of a deleted user is worth nothing at /auth/me', async () => {
      const gone = await person(app, 'Gone');
      await app.app.get(Database).run`delete from users where id = ${gone.id}`;
      assertError(await me(gone.token), 401, 'Invalid token');
    });

    it('4. credentials are sent in the header Authorization, and nowhere else', async () => {
      assert.equal((await me(ada.token)).status, 200);
      const elsewhere = await app.get(`/auth/me?access_token=${ada.token}`, { cookie: `token=${ada.token}` });
      assertError(elsewhere, 401, 'Missing authorization header');
    });

    it('5. in order: Missing authorization header, Invalid authorization format, Invalid token', async () => {
      for (const [value, error] of [
        ['', 'Missing authorization header'],
        ['Bearer', 'Invalid authorization format'],
        [`bearer ${ada.token}`, 'Invalid authorization format'],
        [`Token ${ada.token}`, 'Invalid authorization format'],
        ['Bearer x', 'Invalid token'],
      ] as const) {
        assertError(await app.get('/auth/me', { authorization: value }), 401, error);
      }
    });

    it('5. otherwise it stores user_id, user_email and user_role, and continues', async () => {
      const values = await valuesSetBy(() => me(ada.token));
      assert.deepEqual(values, ['user_id', 'user_email', 'user_role']);
    });

    it('6. handlers read the authenticated user through Get("user_id")', async () => {
      const { body } = await app.post('/posts', { title: 'T', content: 'C' }, bearer(ada.token));
      assert.equal(body.author_id, ada.id);
      const { body: shown } = await app.get(`/posts/${body.id}`);
      assert.deepEqual(shown.author, ada.registered.body.user);
    });
  });

  describe('Authentication: Passwords', () => {
    it('1. stored only as bcrypt hashes, cost 14', async () => {
      const stored = async (app: Solution, { email }: Person): Promise<string> => {
        const row = await app.app.get(Database).get<{ password: string }>`
          select password from users where email = ${email}`;
        return row!.password;
      };
      const cheaply = await person(app);
      assert.equal(await bcrypt.compare(cheaply.password, await stored(app, cheaply)), true);
      await apart(async (other) => assert.match(await stored(other, await person(other)), /^\$2[aby]\$14\$/), {
        BCRYPT_COST: '',
      });
    });

    it('2. unknown email and wrong password cannot be told apart by time', () =>
      apart(
        async (other) => {
          const owner = await person(other);
          const time = async (email: string) => {
            const started = performance.now();
            const answer = await other.post('/auth/login', { email, password: 'a wrong password' });
            assert.equal(answer.status, 401);
            return performance.now() - started;
          };
          // Other programs disturb single measurements. Equal times show in the long run, different ones never.
          const unknown: number[] = [];
          const wrong: number[] = [];
          let difference = 1;
          for (let round = 1; round <= 60 && !(round > 10 && difference < 0.1); round++) {
            unknown.push(await time('nobody@example.com'));
            wrong.push(await time(owner.email));
            difference = Math.abs(median(unknown) / median(wrong) - 1);
          }
          assert.ok(difference < 0.1, `medians: unknown ${median(unknown)} ms, wrong ${median(wrong)} ms`);
        },
        { BCRYPT_COST: '8' },
      ));
  });

  describe('Authentication: Session authentication', () => {
    it('1. created for a user id; its identifier is a random UUID', async () => {
      const { answer, cookie } = await signIn(app, ada);
      assert.deepEqual([answer.status, answer.body], [200, { user: ada.registered.body.user }]);
      assert.match(cookie.replace('session_id=', ''), uuid);
    });

    it('1. a session is a user_id and a created_at', async () => {
      const { cookie } = await signIn(app, ada);
      const { status, body } = await app.get('/auth/session', { cookie });
      assert.equal(status, 200);
      assert.deepEqual(body, { user_id: ada.id, created_at: new Date(app.clock.now()).toISOString() });
    });

    it('2. the identifier travels in the cookie session_id: HttpOnly, Secure, SameSite=Lax, 24 hours', async () => {
      const header = (await signIn(app, ada)).answer.headers.get('set-cookie')!;
      assert.match(header, /^session_id=[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    });

    it('2. and without Secure in development only', () =>
      apart(
        async (other) => {
          const { answer } = await signIn(other, await person(other));
          assert.doesNotMatch(answer.headers.get('set-cookie')!, /Secure/);
        },
        { NODE_ENV: 'development' },
      ));

    it('3. cookie missing: 401 Not authenticated', async () => {
      assertError(await app.get('/auth/session'), 401, 'Not authenticated');
      assertError(await app.get('/auth/session', bearer(ada.token)), 401, 'Not authenticated');
    });

    it('3. session unknown: 401 Invalid session', async () => {
      assertError(await app.get('/auth/session', { cookie: 'session_id=unknown' }), 401, 'Invalid session');
    });

    it('3. otherwise user_id is stored in the context', async () => {
      const { cookie } = await signIn(app, ada);
      const values = await valuesSetBy(() => app.get('/auth/session', { cookie }));
      assert.deepEqual(values, ['session', 'user_id', 'user_email', 'user_role']);
    });

    it('a session id is worth nothing after DELETE /auth/session', async () => {
      const { cookie } = await signIn(app, ada);
      const ended = await app.delete('/auth/session', { cookie });
      assert.deepEqual([ended.status, ended.text], [204, '']);
      assertError(await app.get('/auth/session', { cookie }), 401, 'Invalid session');
      assert.equal((await app.delete('/auth/session')).status, 204);
    });

    it('signing in gives a new id and ends the old session; failing to sign in ends nothing', async () => {
      const first = await signIn(app, ada);
      const failed = await app.post('/auth/session', { ...ada, password: 'wrong' }, { cookie: first.cookie });
      assertError(failed, 401, 'Invalid credentials');
      assert.equal(failed.headers.get('set-cookie'), null);
      assert.equal((await app.get('/auth/session', { cookie: first.cookie })).status, 200);
      const next = await signIn(app, ada, first.cookie);
      assert.notEqual(next.cookie, first.cookie);
      assertError(await app.get('/auth/session', { cookie: first.cookie }), 401, 'Invalid session');
    });

    it('an id that the client brings along is not taken over', async () => {
      const planted = 'session_id=00000000-0000-4000-8000-000000000000';
      assert.notEqual((await signIn(app, ada, planted)).cookie, planted);
      assertError(await app.get('/auth/session', { cookie: planted }), 401, 'Invalid session');
    });
  });

  describe('Authentication: API key authentication', () => {
    it('1. the key travels in the header X-API-Key', async () => {
      const { body } = await apiKey(app, ada);
      assert.equal((await app.get('/auth/api-keys/current', { 'x-api-key': body.key })).status, 200);
      assert.equal((await app.get(`/auth/api-keys/current?key=${body.key}`, bearer(body.key))).status, 401);
    });

    it('2. missing header: 401 Missing API key; rejected: 401 Invalid API key', async () => {
      assertError(await app.get('/auth/api-keys/current'), 401, 'Missing API key');
      for (const key of ['x', ada.token]) {
        assertError(await app.get('/auth/api-keys/current', { 'x-api-key': key }), 401, 'Invalid API key');
      }
    });

    it('3. on success the context receives api_key (the record) and user_id', async () => {
      const { key, ...record } = (await apiKey(app, ada)).body;
      let answer: Answer | undefined;
      const values = await valuesSetBy(async () => {
        answer = await app.get('/auth/api-keys/current', { 'x-api-key': key });
      });
      assert.deepEqual(values, ['api_key', 'user_id', 'user_email', 'user_role']);
      assert.deepEqual([answer?.status, answer?.body], [200, record]);
      assert.equal(record.user_id, ada.id);
    });

    it('POST: 201 with the key, shown only here and stored as a hash', async () => {
      const { status, body } = await apiKey(app, ada);
      assert.equal(status, 201);
      assert.deepEqual(keysOf(body), ['created_at', 'id', 'key', 'name', 'scope', 'user_id']);
      assert.deepEqual([body.name, body.scope, body.user_id], ['robot', 'read', ada.id]);
      assertTime(body.created_at);
      const list = await app.get('/auth/api-keys', bearer(ada.token));
      const { key, ...record } = body;
      assert.deepEqual(list.body[0], record);
      const stored = JSON.stringify(await app.app.get(Database).all<object>`select * from api_keys`);
      assert.deepEqual([list.text.includes(key), stored.includes(key)], [false, false]);
    });

    it('a stolen table gives no access: a digest does not work as a key', async () => {
      await apiKey(app, ada);
      for (const row of await app.app.get(Database).all<Record<string, string>>`select * from api_keys`) {
        for (const value of Object.values(row)) {
          assertError(await app.get('/auth/api-keys/current', { 'x-api-key': value }), 401, 'Invalid API key');
        }
      }
    });

    it('GET lists mine, DELETE revokes mine only; a revoked key is worth nothing', async () => {
      const [owner, other] = [await person(app, 'Owner'), await person(app, 'Other')];
      const { id, key } = (await apiKey(app, owner)).body;
      assert.deepEqual((await app.get('/auth/api-keys', bearer(other.token))).body, []);
      assert.equal((await app.delete(`/auth/api-keys/${id}`, bearer(other.token))).status, 204);
      assert.equal((await app.get('/auth/api-keys/current', { 'x-api-key': key })).status, 200);
      assert.equal((await app.delete(`/auth/api-keys/${id}`, bearer(owner.token))).status, 204);
      assertError(await app.get('/auth/api-keys/current', { 'x-api-key': key }), 401, 'Invalid API key');
    });

    it('a key opens the routes of the blog, as its owner', async () => {
      const owner = await person(app, 'Owner');
      const { key } = (await apiKey(app, owner, { name: 'robot', scope: 'write' })).body;
      const headers = { 'x-api-key': key };
      const created = await app.post('/posts', { title: 'T', content: 'C' }, headers);
      assert.deepEqual([created.status, created.body.author_id], [201, owner.id]);
      const { body: mine } = await app.get('/my-posts', headers);
      assert.deepEqual(
        mine.map(({ id }: { id: string }) => id),
        [created.body.id],
      );
      assert.equal((await app.put(`/posts/${created.body.id}`, { title: 'U', content: 'C' }, headers)).status, 200);
      assert.equal((await app.delete(`/posts/${created.body.id}`, headers)).status, 204);
    });

    it('a key with the scope read only reads: 403 Insufficient scope', async () => {
      const post = (await app.post('/posts', { title: 'T', content: 'C' }, bearer(ada.token))).body;
      const headers = { 'x-api-key': (await apiKey(app, ada, { name: 'robot', scope: 'read' })).body.key };
      assert.equal((await app.get('/my-posts', headers)).status, 200);
      for (const [method, path] of [
        ['POST', '/posts'],
        ['PUT', `/posts/${post.id}`],
        ['DELETE', `/posts/${post.id}`],
      ] as const) {
        assertError(await app.send(method, path, { title: 'U', content: 'C' }, headers), 403, 'Insufficient scope');
      }
      assert.equal((await app.get(`/posts/${post.id}`)).body.title, 'T');
    });

    it('the scope is read or write', async () => {
      assertError(await apiKey(app, ada, { name: 'robot', scope: 'all' }), 400, 'Invalid request');
      assertError(await apiKey(app, ada, { name: 'robot', scope: 5 }), 400, 'Invalid request');
    });

    it('an invalid credential is refused, even if another one is valid', async () => {
      const { key } = (await apiKey(app, ada)).body;
      const { cookie } = await signIn(app, ada);
      assertError(await app.get('/my-posts', { ...bearer('x'), 'x-api-key': key, cookie }), 401, 'Invalid token');
      assertError(await app.get('/my-posts', { 'x-api-key': 'x' }), 401, 'Invalid API key');
      assertError(await app.get('/my-posts'), 401, 'Missing authorization header');
    });

    it('a key does not create, list or revoke keys', async () => {
      const { key } = (await apiKey(app, ada)).body;
      for (const [method, path] of [
        ['POST', '/auth/api-keys'],
        ['GET', '/auth/api-keys'],
        ['DELETE', '/auth/api-keys/any'],
      ] as const) {
        const answer = await app.send(method, path, undefined, { 'x-api-key': key });
        assertError(answer, 401, 'Missing authorization header');
      }
      assertError(await app.post('/auth/api-keys', {}, bearer(ada.token)), 400, 'Invalid request');
    });
  });

  describe('Authentication: Refresh tokens', () => {
    it('1. a refresh token is a random UUID', async () => {
      const [one, other] = [await tokens(app, ada), await tokens(app, ada)];
      assert.match(one.body.refresh_token, uuid);
      assert.notEqual(one.body.refresh_token, other.body.refresh_token);
    });

    it('2. refreshing consumes the old token and returns a new access token and a new refresh token', async () => {
      const pair = await tokens(app, ada);
      assert.equal(pair.status, 200);
      const next = await app.post('/auth/refresh', { refresh_token: pair.body.refresh_token });
      assert.equal(next.status, 200);
      for (const { body } of [pair, next]) {
        assert.deepEqual(keysOf(body), ['access_token', 'expires_in', 'refresh_token']);
        assert.equal(body.expires_in, 86_400);
        assert.equal((await app.get('/auth/me', bearer(body.access_token))).body.id, ada.id);
      }
      assert.notEqual(next.body.refresh_token, pair.body.refresh_token);
      assert.equal((await app.post('/auth/refresh', next.body)).status, 200);
      assertError(await app.post('/auth/refresh', pair.body), 401, 'invalid refresh token');
    });

    it('a used token revokes its family, and no other login', async () => {
      const [pair, other] = [(await tokens(app, ada)).body, (await tokens(app, ada)).body];
      const next = (await app.post('/auth/refresh', pair)).body;
      const last = (await app.post('/auth/refresh', next)).body;
      assertError(await app.post('/auth/refresh', pair), 401, 'invalid refresh token');
      assertError(await app.post('/auth/refresh', last), 401, 'invalid refresh token');
      assert.match(app.log.lines.at(-1)!, /^warn a used refresh token came back/);
      assert.equal((await app.post('/auth/refresh', other)).status, 200);
    });

    it('a family ends 30 days after the login, however often it is refreshed', () =>
      apart(async (other) => {
        let { body } = await tokens(other, await person(other));
        for (let days = 6; days < 30; days += 6) {
          other.clock.advance(6 * day);
          ({ body } = await other.post('/auth/refresh', body));
        }
        other.clock.advance(6 * day - second);
        ({ body } = await other.post('/auth/refresh', body));
        assert.match(body.refresh_token, uuid);
        other.clock.advance(second);
        assertError(await other.post('/auth/refresh', body), 401, 'invalid refresh token');
      }));

    it('of those that refresh at once, one wins, and the family is revoked', async () => {
      const { body } = await tokens(app, ada);
      const answers = await Promise.all(Array.from({ length: 10 }, () => app.post('/auth/refresh', body)));
      const winners = answers.filter(({ status }) => status === 200);
      assert.equal(winners.length, 1);
      assertError(await app.post('/auth/refresh', winners[0]!.body), 401, 'invalid refresh token');
      // In memory, one request is finished before the next one is read. So the service is also called twice at once.
      const service = app.app.get(RefreshTokensService);
      const family = await service.startFamily(ada.id);
      const token = await service.generate(family);
      const consumed = await Promise.all([service.consume(token, family), service.consume(token, family)]);
      assert.deepEqual(consumed, [true, false]);
      assert.equal(await service.familyOf(token), undefined);
    });

    it('absent or expired: fails with invalid refresh token', async () => {
      for (const refresh_token of ['unknown', ada.token, (await tokens(app, ada)).body.access_token]) {
        assertError(await app.post('/auth/refresh', { refresh_token }), 401, 'invalid refresh token');
      }
      assertError(await app.post('/auth/refresh', {}), 400, 'Invalid request');
    });

    it('of a deleted user: invalid refresh token', async () => {
      const gone = await person(app, 'Gone');
      const { body } = await tokens(app, gone);
      await app.app.get(Database).run`delete from users where id = ${gone.id}`;
      assertError(await app.post('/auth/refresh', body), 401, 'invalid refresh token');
    });

    it('POST /auth/tokens: 401 Invalid credentials, 400 Invalid request', async () => {
      assertError(await app.post('/auth/tokens', { ...ada, password: 'wrong' }), 401, 'Invalid credentials');
      assertError(await app.post('/auth/tokens', {}), 400, 'Invalid request');
    });
  });

  describe('Limits', () => {
    it('access token lifetime: 24 hours (86400 seconds)', () =>
      apart(async (other) => {
        const { token: issued } = await person(other);
        other.clock.advance(day - second);
        assert.equal((await other.get('/auth/me', bearer(issued))).status, 200);
        other.clock.advance(second);
        assertError(await other.get('/auth/me', bearer(issued)), 401, 'Invalid token');
      }));

    it('refresh token lifetime: 7 days', () =>
      apart(async (other) => {
        const owner = await person(other);
        const [early, late] = [(await tokens(other, owner)).body, (await tokens(other, owner)).body];
        other.clock.advance(7 * day - second);
        assert.equal((await other.post('/auth/refresh', early)).status, 200);
        other.clock.advance(second);
        assertError(await other.post('/auth/refresh', late), 401, 'invalid refresh token');
      }));

    it('session lifetime: 24 hours, used or not', () =>
      apart(async (other) => {
        const { cookie } = await signIn(other, await person(other));
        other.clock.advance(day - second);
        assert.equal((await other.get('/auth/session', { cookie })).status, 200);
        other.clock.advance(second);
        assertError(await other.get('/auth/session', { cookie }), 401, 'Invalid session');
      }));

    it('registration password minimum length: 8 characters', async () => {
      const register = (password: string) =>
        app.post('/auth/register', { email: `${people++}@example.com`, password, name: 'N' });
      assertError(await register('🌻'.repeat(7)), 400, 'Invalid request');
      assert.equal((await register('🌻'.repeat(8))).status, 201);
    });
  });

  describe('errors', () => {
    it('a JSON object with one string field error', async () => {
      const answers = [
        await app.post('/auth/login', '{'),
        await app.post('/auth/login', { ...ada, password: 'wrong' }),
        await app.post('/auth/register', ada),
        await app.get('/auth/me'),
        await app.get('/auth/unknown'),
      ];
      for (const answer of answers) {
        assert.deepEqual([keysOf(answer.body), typeof answer.body.error], [['error'], 'string']);
      }
    });

    it('no secret, hash, token, key or password in a log line or an error', () =>
      apart(
        async (other) => {
          const marked = { email: 'marked@example.com', password: 'MARKER of a password', name: 'M' };
          const answers: Answer[] = [];
          const send = async (...request: Parameters<Solution['send']>) => {
            const answer = await other.send(...request);
            answers.push(answer);
            return answer;
          };
          const registered = (await send('POST', '/auth/register', marked)).body;
          const pair = (await send('POST', '/auth/tokens', marked)).body;
          const session = await send('POST', '/auth/session', marked);
          const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
          const key = (await send('POST', '/auth/api-keys', { name: 'k' }, bearer(registered.token))).body.key;
          const row = await other.app.get(Database).get<{ password: string }>`select password from users`;
          const secrets = [
            marked.password,
            row!.password,
            registered.token,
            pair.access_token,
            pair.refresh_token,
            cookie.replace('session_id=', ''),
            key,
            secret,
          ];

          await send('POST', '/auth/register', marked);
          await send('POST', '/auth/login', { ...marked, password: `${marked.password}, wrong` });
          await send('POST', '/auth/login', { ...marked, email: marked.password });
          await send('POST', '/auth/login', JSON.stringify(marked).slice(0, -1));
          await send('GET', '/auth/me', undefined, bearer(`${registered.token}x`));
          await send('GET', '/auth/api-keys/current', undefined, { 'x-api-key': `${key}x` });
          await send('POST', '/auth/refresh', { refresh_token: `${pair.refresh_token}x` });
          await send('POST', '/auth/refresh', pair);
          await send('POST', '/auth/refresh', pair);
          await send('DELETE', `/auth/api-keys/${key}`, undefined, bearer(registered.token));
          await breakUsers(other);
          await send('POST', '/auth/register', { ...marked, email: 'another@example.com' });
          await send('POST', '/auth/login', marked);
          await send('POST', '/auth/refresh', { refresh_token: pair.refresh_token });
          await send('GET', '/auth/me', undefined, bearer(registered.token));

          assert.match(other.log.lines.join('\n'), /^error /m);
          const errors = answers.filter(({ status }) => status >= 400);
          assert.equal(
            errors.some(({ status }) => status === 500),
            true,
          );
          for (const value of secrets) {
            for (const text of [...other.log.lines, ...errors.map((answer) => answer.text)]) {
              assert.ok(!text.includes(value), `${value} is in: ${text}`);
            }
          }
        },
        { LOG_LEVEL: 'debug' },
      ));
  });
});

/** Takes the users' table away, so that the store fails. */
async function breakUsers(app: Solution): Promise<void> {
  await app.app.get(Database).run`alter table users rename to no_users`;
}

/** The keys that the middlewares and the handler of one request leave in the context, in their order. */
async function valuesSetBy(request: () => Promise<unknown>): Promise<string[]> {
  const keys: string[] = [];
  const listen = (trace: unknown) => {
    for (const { kind, name } of (trace as { steps: { kind: string; name: string }[] }).steps) {
      if (kind === 'set') keys.push(name);
    }
  };
  subscribe('trellis:request', listen);
  try {
    await request();
    return keys;
  } finally {
    unsubscribe('trellis:request', listen);
  }
}

function rs256(claims: object): string {
  const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${signed}.${signWith('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** What both answers have but the moment at which they were sent. */
function headersOf({ headers }: Answer): Record<string, string> {
  const { date, ...rest } = Object.fromEntries(headers);
  return rest;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
