import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import bcrypt from 'bcryptjs';
import { Database, HttpError, KeyValue, provide } from 'trellis';
import type { Answer } from 'trellis/testing';
import { deferred } from '../framework/fixtures/deferred.ts';
import { MemoryKeyValue } from '../framework/services/memory-key-value.ts';
import { AppModule } from './18-browsers/src/app.module.ts';
import { appOptions } from './18-browsers/src/app.options.ts';
import { BcryptPool } from './18-browsers/src/auth/bcrypt-pool.ts';
import { bearer, keysOf, type Solution, secret, startSolution, token } from './solution.fixture.ts';

// What chapters 17 and 18 add to the full reference.

const minute = 60_000;
let people = 0;

interface Person {
  email: string;
  password: string;
  name: string;
  token: string;
}

async function person(app: Solution): Promise<Person> {
  const body = { email: `Reader.${++people}@example.com`, password: 'MARKER of a password', name: 'Reader' };
  return { ...body, token: (await app.post('/auth/register', body)).body.token };
}

function startHardened(environment: Record<string, string> = {}): Promise<Solution> {
  return startSolution(AppModule, { BCRYPT_COST: '4', ...environment }, appOptions);
}

async function apart(work: (app: Solution) => Promise<void>, environment: Record<string, string> = {}): Promise<void> {
  const app = await startHardened(environment);
  try {
    await work(app);
  } finally {
    await app.stop();
  }
}

function assertError(answer: Answer, status: number, error: string): void {
  assert.deepEqual([answer.status, answer.body], [status, { error }]);
}

/** Holds the first comparisons until they are released, as a long queue would. */
class HoldingPool {
  readonly full = deferred();
  readonly released = deferred();
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  admit<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  hash(password: string, cost: number): Promise<string> {
    return bcrypt.hash(password, cost);
  }

  async compare(password: string, hash: string): Promise<boolean> {
    if (this.#room > 0) {
      if (--this.#room === 0) this.full.resolve();
      await this.released.promise;
    }
    return bcrypt.compare(password, hash);
  }
}

describe('the hardened blog', () => {
  let app: Solution;

  before(async () => {
    app = await startHardened({ CORS_ORIGINS: 'https://one.example, https://two.example' });
  });

  after(() => app.stop());

  describe('roles', () => {
    it('GET /admin/users: 401 without a token, 403 Forbidden without the role', async () => {
      const { token: issued, email } = await person(app);
      assertError(await app.get('/admin/users'), 401, 'Missing authorization header');
      assertError(await app.get('/admin/users', bearer(issued)), 403, 'Forbidden');
      const exp = Math.floor(app.clock.now() / 1000) + 60;
      const withoutRole = token({ alg: 'HS256' }, { user_id: 'any', email, exp }, secret);
      assertError(await app.get('/admin/users', bearer(withoutRole)), 403, 'Forbidden');
    });

    const codesIn = (solution: Solution) =>
      solution.log.lines.flatMap((line) => /no admin yet.*code: '([^']+)'/s.exec(line)?.[1] ?? []);
    const appoint = (solution: Solution, { token: issued }: Person, code: unknown) =>
      solution.post('/auth/first-admin', { code }, bearer(issued));
    const roleOf = async (solution: Solution, who: Person) =>
      (await solution.post('/auth/login', who)).body.user.role as string;

    it('the code in the log makes one user the first admin, once', () =>
      apart(async (other) => {
        const [reader, thief] = [await person(other), await person(other)];
        const [code, ...more] = codesIn(other);
        assert.match(code!, /^[\w-]{32}$/);
        assert.equal(more.length, 0);
        assertError(await other.post('/auth/first-admin', { code }), 401, 'Missing authorization header');
        assertError(await appoint(other, thief, ''), 400, 'Invalid request');
        assertError(await appoint(other, thief, `${code}x`), 403, 'Forbidden');
        const answers = await Promise.all([appoint(other, reader, code), appoint(other, reader, code)]);
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);
        assert.equal(answers.find(({ status }) => status === 200)?.body.role, 'admin');
        assertError(await appoint(other, thief, code), 403, 'Forbidden');
        assertError(await other.get('/admin/users', bearer(reader.token)), 403, 'Forbidden');
        assert.deepEqual([await roleOf(other, reader), await roleOf(other, thief)], ['admin', 'user']);
        const login = await other.post('/auth/login', reader);
        const { status, body } = await other.get('/admin/users', bearer(login.body.token));
        assert.equal(status, 200);
        assert.deepEqual(
          body.map((user: { email: string; role: string }) => [user.email, user.role]),
          [
            [thief.email, 'user'],
            [reader.email, 'admin'],
          ],
        );
        assert.deepEqual(keysOf(body[0]), ['created_at', 'email', 'id', 'name', 'role']);
      }));

    it('nobody becomes an admin by an address, and a dismissed admin stays dismissed', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'blog-'));
      const DATABASE_URL = `file:${join(folder, 'blog.db')}`;
      let reader: Person | undefined;
      let code: string | undefined;
      // What made admins of strangers: they only had to register before its owner did, and to wait for a restart.
      const environment = { DATABASE_URL, ADMIN_EMAIL: `reader.${people + 1}@example.com` };
      try {
        await apart(async (first) => {
          reader = await person(first);
          [code] = codesIn(first);
        }, environment);
        await apart(async (second) => {
          assert.equal(await roleOf(second, reader!), 'user');
          assertError(await appoint(second, reader!, code), 403, 'Forbidden');
          assert.equal((await appoint(second, reader!, codesIn(second)[0])).status, 200);
        }, environment);
        await apart(async (third) => {
          assert.deepEqual(codesIn(third), []);
          assert.equal(await roleOf(third, reader!), 'admin');
          await third.app.get(Database).run`update users set role = ${'user'}`;
        }, environment);
        await apart(async (fourth) => {
          assert.equal(await roleOf(fourth, reader!), 'user');
          assertError(await appoint(fourth, reader!, code), 403, 'Forbidden');
        }, environment);
      } finally {
        await rm(folder, { recursive: true });
      }
    });
  });

  describe('the limit for guesses', () => {
    const places = ['/auth/login', '/auth/session', '/auth/tokens'];
    const wrong = (by: Person) => ({ email: by.email, password: 'wrong' });

    for (const place of places) {
      it(`${place}: 5 failures a minute, then 429 with Retry-After, for the right password too`, async () => {
        const reader = await person(app);
        for (let guess = 0; guess < 5; guess++) {
          assertError(await app.post(place, wrong(reader)), 401, 'Invalid credentials');
        }
        for (const path of places) {
          const answer = await app.post(path, { ...reader, email: reader.email.toUpperCase() });
          assertError(answer, 429, 'Too many requests');
          assert.equal(answer.headers.get('retry-after'), '60');
        }
        app.clock.advance(minute);
        assert.equal((await app.post(place, reader)).status, 200);
      });
    }

    it('guesses that come all at once do not slip through', async () => {
      const reader = await person(app);
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.post('/auth/login', wrong(reader))));
      assert.equal(answers.filter(({ status }) => status === 401).length, 5);
      assert.equal(answers.filter(({ status }) => status === 429).length, 15);
    });

    it('a success clears it, a body that cannot be bound does not count', async () => {
      const reader = await person(app);
      for (let round = 0; round < 3; round++) {
        for (let guess = 0; guess < 4; guess++) await app.post('/auth/login', wrong(reader));
        assert.equal((await app.post('/auth/login', { email: reader.email })).status, 400);
        assert.equal((await app.post('/auth/login', reader)).status, 200);
      }
    });

    it('the address is the socket’s, whatever X-Forwarded-For says', async () => {
      const reader = await person(app);
      const statuses = [];
      for (let guess = 0; guess < 7; guess++) {
        const answer = await app.post('/auth/login', wrong(reader), { 'x-forwarded-for': `10.0.0.${guess}` });
        statuses.push(answer.status);
      }
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
    });

    it('TRUST_PROXY: the address that the last of our proxies saw', () =>
      apart(
        async (other) => {
          const reader = await person(other);
          const guess = async (forwarded: string) =>
            (await other.post('/auth/login', wrong(reader), { 'x-forwarded-for': forwarded })).status;
          for (let count = 0; count < 5; count++) assert.equal(await guess(`10.0.0.${count}, 1.1.1.1, 9.9.9.9`), 401);
          assert.equal(await guess('10.0.0.9, 1.1.1.1, 9.9.9.9'), 429);
          assert.equal(await guess('10.0.0.9, 2.2.2.2, 9.9.9.9'), 401);
        },
        { TRUST_PROXY: '2' },
      ));

    for (const [what, spellings, neighbour] of [
      [
        'one IPv6 network of 64 bits',
        [
          '2001:db8:a:b::1',
          '2001:0DB8:000A:000b:0:0:0:2',
          '[2001:db8:a:b::3]',
          '[2001:db8:a:b::4]:4711',
          '2001:db8:a:b:ffff:ffff:ffff:ffff',
          '2001:db8:a:b:1:2:3:4',
        ],
        '2001:db8:a:c::1',
      ],
      [
        'one IPv4 address',
        [
          '203.0.113.9',
          '203.0.113.9:1',
          '::ffff:203.0.113.9',
          '::FFFF:CB00:7109',
          '203.0.113.9:65535',
          ' 203.0.113.9 ',
        ],
        '203.0.113.10',
      ],
      ['what a proxy could not tell', ['unknown', '_hidden', 'a:1', '1.2.3', '', '203.0.113.999'], '203.0.113.11'],
    ] as const) {
      it(`${what} has five guesses, however it is spelled`, () =>
        apart(
          async (other) => {
            const reader = await person(other);
            const guess = async (forwarded: string) =>
              (await other.post('/auth/login', wrong(reader), { 'x-forwarded-for': forwarded })).status;
            const statuses = [];
            for (const spelling of spellings) statuses.push(await guess(`10.0.0.1, ${spelling}`));
            assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
            assert.equal(await guess(`10.0.0.1, ${neighbour}`), 401);
          },
          { TRUST_PROXY: '1' },
        ));
    }

    it('no number of headers hides the one that the proxy adds at the end', () =>
      apart(
        async (other) => {
          const reader = await person(other);
          const guess = (count: number) =>
            new Promise<number>((resolve, reject) => {
              const body = JSON.stringify(wrong(reader));
              const filler = Array.from({ length: 2_100 }, () => ['a', '']).flat();
              const headers = ['Host', 'blog', 'X-Forwarded-For', `10.0.0.${count}`, ...filler];
              headers.push('Content-Length', String(body.length), 'X-Forwarded-For', '203.0.113.9');
              request(`${other.url}/auth/login`, { method: 'POST', headers }, (response) => {
                response.resume();
                resolve(response.statusCode!);
              })
                .on('error', reject)
                .end(body);
            });
          const statuses = [];
          for (let count = 0; count < 7; count++) statuses.push(await guess(count));
          assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429]);
        },
        { TRUST_PROXY: '1' },
      ));

    it('the application refuses to start if TRUST_PROXY is not a number', async () => {
      await assert.rejects(startHardened({ TRUST_PROXY: 'true' }), /TRUST_PROXY is "true"/);
    });
  });

  describe('limits in layers', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const behindProxy = (work: (other: Solution) => Promise<void>) => apart(work, { TRUST_PROXY: '1' });
    const guess = async (other: Solution, email: string, address: string) =>
      (await other.post('/auth/login', { email, password: 'wrong' }, from(address))).status;

    it('a network: 40 failures an hour for any number of accounts, and a success gives one back', () =>
      behindProxy(async (other) => {
        const reader = await person(other);
        const network = '2001:db8:a:b';
        for (let count = 0; count < 40; count++) {
          assert.equal(await guess(other, `user-${count}@example.com`, `${network}::${count + 1}`), 401);
          if (count % 5 === 0)
            assert.equal((await other.post('/auth/login', reader, from(`${network}::ffff`))).status, 200);
        }
        const refused = await other.post('/auth/login', reader, from(`${network}::1`));
        assertError(refused, 429, 'Too many requests');
        assert.equal(refused.headers.get('retry-after'), '3600');
        assert.equal((await other.post('/auth/login', reader, from('2001:db8:a:c::1'))).status, 200);
        other.clock.advance(60 * minute);
        assert.equal((await other.post('/auth/login', reader, from(`${network}::1`))).status, 200);
      }));

    it('an account: 100 failures an hour from any number of networks', () =>
      behindProxy(async (other) => {
        const reader = await person(other);
        for (let count = 0; count < 100; count++) {
          assert.equal(await guess(other, reader.email, `203.0.113.${count}`), 401);
        }
        assertError(await other.post('/auth/login', reader, from('203.0.113.199')), 429, 'Too many requests');
        other.clock.advance(60 * minute);
        assert.equal((await other.post('/auth/login', reader, from('203.0.113.199'))).status, 200);
      }));

    it('one network cannot lock an account', () =>
      behindProxy(async (other) => {
        const reader = await person(other);
        for (let minutes = 0; minutes < 60; minutes++) {
          for (let count = 0; count < 6; count++) await guess(other, reader.email, '203.0.113.1');
          other.clock.advance(minute);
        }
        assert.equal((await other.post('/auth/login', reader, from('203.0.113.2'))).status, 200);
      }));

    it('a login that was refused with 503 is not a guess, and neither is a new password that is too long', async () => {
      let isFull = false;
      const pool = new HoldingPool(0);
      const compare = pool.compare.bind(pool);
      pool.compare = async (...args) => {
        if (isFull) throw new HttpError(503);
        return compare(...args);
      };
      const overrides = [provide(BcryptPool, { value: pool as never })];
      const other = await startSolution(AppModule, { BCRYPT_COST: '4' }, { ...appOptions, overrides });
      try {
        const reader = await person(other);
        isFull = true;
        for (let count = 0; count < 45; count++) {
          assertError(await other.post('/auth/login', reader), 503, 'Service Unavailable');
        }
        isFull = false;
        const long = { current_password: reader.password, new_password: 'x'.repeat(73) };
        for (let count = 0; count < 6; count++) {
          assertError(await other.put('/auth/password', long, bearer(reader.token)), 400, 'Invalid request');
        }
        for (let count = 0; count < 5; count++) {
          const answer = await other.post('/auth/login', { ...reader, password: 'wrong' });
          assertError(answer, 401, 'Invalid credentials');
        }
        assertError(await other.post('/auth/login', reader), 429, 'Too many requests');
      } finally {
        await other.stop();
      }
    });

    it('one address leaves a bounded number of entries in the store, however its attempts end', async () => {
      const pool = new HoldingPool(0);
      const compare = pool.compare.bind(pool);
      let ending: 'full' | 'gone' | 'wrong' = 'full';
      pool.admit = (work) => (ending === 'full' ? Promise.reject(new HttpError(503)) : work());
      pool.compare = async (...args) => {
        if (ending === 'gone') throw new Error('The client has disconnected.');
        return compare(...args);
      };
      // With room for what 40 wrong passwords leave, a counter for the network and two for each email, and for one attempt more.
      const store = new MemoryKeyValue(undefined, { maxEntries: 82 });
      const overrides = [provide(BcryptPool, { value: pool as never }), provide(KeyValue, { value: store })];
      const other = await startSolution(
        AppModule,
        { BCRYPT_COST: '4', TRUST_PROXY: '1' },
        { ...appOptions, overrides },
      );
      try {
        const statuses = new Map<number, number>();
        for (ending of ['full', 'gone', 'wrong'] as const) {
          for (let count = 0; count < 60; count++) {
            const status = await guess(other, `nobody-${ending}-${count}@example.com`, '203.0.113.1');
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        }
        // Without a place, ended with an error, compared, and refused by the limit of the network.
        assert.deepEqual(Object.fromEntries(statuses), { 503: 60, 500: 60, 401: 40, 429: 20 });
      } finally {
        await other.stop();
      }
    });

    it('one network cannot fill the queue, not even with right passwords', async () => {
      const pool = new HoldingPool(5);
      const overrides = [provide(BcryptPool, { value: pool as never })];
      const environment = { BCRYPT_COST: '4', TRUST_PROXY: '1' };
      const other = await startSolution(AppModule, environment, { ...appOptions, overrides });
      try {
        const reader = await person(other);
        const network = '2001:db8:a:b';
        const login = (count: number) => other.post('/auth/login', reader, from(`${network}::${count}`));
        // Another account for each, as the pair would refuse the sixth attempt anyway.
        const crowd = await Promise.all(Array.from({ length: 5 }, () => person(other)));
        const held = crowd.map((each, count) => other.post('/auth/login', each, from(`${network}::${count}`)));
        await pool.full.promise;
        const refused = await login(9);
        assertError(refused, 503, 'Service Unavailable');
        assert.equal(refused.headers.get('retry-after'), '1');
        assert.equal((await other.post('/auth/login', reader, from('2001:db8:a:c::1'))).status, 200);
        pool.released.resolve();
        for (const answer of await Promise.all(held)) assert.equal(answer.status, 200);
        assert.equal((await login(9)).status, 200);
      } finally {
        pool.released.resolve();
        await other.stop();
      }
    });

    it('registrations: 30 an hour from one network, whatever becomes of them', () =>
      behindProxy(async (other) => {
        const statuses: number[] = [];
        for (let count = 0; count < 32; count++) {
          const body = { email: `reader-${count % 20}@example.com`, password: 'basil and salt', name: 'Reader' };
          statuses.push((await other.post('/auth/register', body, from(`2001:db8:a:b::${count + 1}`))).status);
        }
        assert.deepEqual(
          [201, 409, 429].map((status) => statuses.filter((each) => each === status).length),
          [20, 10, 2],
        );
        assert.equal((await other.post('/auth/register', { email: 'no' }, from('2001:db8:a:b::1'))).status, 400);
      }));
  });

  describe('changing a password', () => {
    const cookieOf = (answer: Answer) => answer.headers.get('set-cookie')!.split(';')[0]!;

    it('needs the current one, and ends tokens, families and sessions', async () => {
      const reader = await person(app);
      const [here, elsewhere] = [
        cookieOf(await app.post('/auth/session', reader)),
        cookieOf(await app.post('/auth/session', reader)),
      ];
      const { body: pair } = await app.post('/auth/tokens', reader);
      const new_password = 'carrots and celery';
      const change = (current_password: string) =>
        app.put('/auth/password', { current_password, new_password }, { cookie: here });
      app.clock.advance(1);
      assertError(await change('wrong'), 401, 'Invalid credentials');
      assert.equal((await app.get('/auth/me', bearer(reader.token))).status, 200);
      const changed = await change(reader.password);
      assert.deepEqual([changed.status, keysOf(changed.body)], [200, ['expires_in', 'token', 'user']]);
      for (const cookie of [here, elsewhere]) {
        assertError(await app.get('/auth/session', { cookie }), 401, 'Invalid session');
      }
      for (const old of [reader.token, pair.access_token]) {
        assertError(await app.get('/auth/me', bearer(old)), 401, 'Invalid token');
      }
      const { refresh_token } = pair;
      assertError(await app.post('/auth/refresh', { refresh_token }), 401, 'invalid refresh token');
      assertError(await app.post('/auth/login', reader), 401, 'Invalid credentials');
      assert.equal((await app.post('/auth/login', { ...reader, password: new_password })).status, 200);
      assert.equal((await app.get('/auth/session', { cookie: cookieOf(changed) })).status, 200);
      assert.equal((await app.get('/auth/me', bearer(changed.body.token))).status, 200);
    });

    it('also ends the logins whose comparison has begun with the old password', async () => {
      const pool = new HoldingPool(3);
      const overrides = [provide(BcryptPool, { value: pool as unknown as BcryptPool })];
      const other = await startSolution(AppModule, { BCRYPT_COST: '4' }, { ...appOptions, overrides });
      try {
        const reader = await person(other);
        const logins = ['/auth/login', '/auth/session', '/auth/tokens'].map((path) => other.post(path, reader));
        await pool.full.promise;
        other.clock.advance(1);
        const body = { current_password: reader.password, new_password: 'carrots and celery' };
        assert.equal((await other.put('/auth/password', body, bearer(reader.token))).status, 200);
        pool.released.resolve();
        for (const login of logins) assertError(await login, 401, 'Invalid credentials');
      } finally {
        await other.stop();
      }
    });

    it('counts wrong current passwords like logins', async () => {
      app.clock.advance(60 * minute);
      const reader = await person(app);
      const body = { current_password: 'wrong', new_password: 'carrots and celery' };
      const statuses = [];
      for (let count = 0; count < 6; count++)
        statuses.push((await app.put('/auth/password', body, bearer(reader.token))).status);
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429]);
      assertError(await app.post('/auth/login', reader), 429, 'Too many requests');
    });
  });

  it('a used refresh token that comes back ends the access tokens and sessions of its user, too', async () => {
    const [victim, other] = [await person(app), await person(app)];
    const stolen = (await app.post('/auth/tokens', victim)).body;
    const session = await app.post('/auth/session', victim);
    const cookie = session.headers.get('set-cookie')!.split(';')[0]!;
    const thief = (await app.post('/auth/refresh', { refresh_token: stolen.refresh_token })).body;
    assert.equal((await app.get('/auth/me', bearer(thief.access_token))).status, 200);
    const victims = await app.post('/auth/refresh', { refresh_token: stolen.refresh_token });
    assertError(victims, 401, 'invalid refresh token');
    for (const token of [thief.access_token, stolen.access_token])
      assertError(await app.get('/auth/me', bearer(token)), 401, 'Invalid token');
    assertError(await app.get('/auth/session', { cookie }), 401, 'Invalid session');
    const created = await app.post('/auth/api-keys', { name: 'k', scope: 'write' }, bearer(thief.access_token));
    assertError(created, 401, 'Invalid token');
    assert.equal((await app.get('/auth/me', bearer(other.token))).status, 200);
    const login = await app.post('/auth/login', victim);
    assert.equal((await app.get('/auth/me', bearer(login.body.token))).status, 200);
  });

  it('a secret that can be guessed stops the start, although nobody has set NODE_ENV', async () => {
    const { NODE_ENV } = process.env;
    delete process.env.NODE_ENV;
    try {
      await assert.rejects(startHardened({ JWT_SECRET: 'secret' }), /JWT_SECRET has fewer than 32 bytes/);
    } finally {
      if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
    }
  });

  it('limits how many pairs of tokens a user can get, because the store remembers each of them for a month', async () => {
    const [busy, other] = [await person(app), await person(app)];
    let { refresh_token } = (await app.post('/auth/tokens', busy)).body;
    // The login counts, too: it stores as much.
    for (let count = 1; count < 600; count++) {
      const next = await app.post('/auth/refresh', { refresh_token });
      assert.equal(next.status, 200, `refresh ${count}`);
      refresh_token = next.body.refresh_token;
    }
    const refused = await app.post('/auth/refresh', { refresh_token });
    assertError(refused, 429, 'Too many requests');
    assert.equal(refused.headers.get('retry-after'), '3600');
    const pair = (await app.post('/auth/tokens', other)).body;
    assert.equal((await app.post('/auth/refresh', { refresh_token: pair.refresh_token })).status, 200);
    app.clock.advance(60 * minute);
    assert.equal((await app.post('/auth/refresh', { refresh_token })).status, 200, 'the refused token was not used');
  });

  it('requests of other sites that change something are 403, and in the audit log', async () => {
    const { token: issued } = await person(app);
    const write = (headers: Record<string, string>) =>
      app.post('/posts', { title: 'T', content: 'C' }, { ...bearer(issued), ...headers });
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign) {
      assertError(await write(headers), 403, 'Cross-origin request rejected');
    }
    assert.match(app.log.lines.at(-1)!, /POST \/posts.*status: 403/s);
    const own: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'same-origin' },
      { origin: new URL(app.url).origin },
    ];
    for (const headers of own) {
      assert.equal((await write(headers)).status, 201);
    }
    const trusted = { 'sec-fetch-site': 'cross-site', origin: 'https://one.example' };
    assert.equal((await write(trusted)).status, 201);
    await assert.rejects(startHardened({ CORS_ORIGINS: 'https://one.example/' }), /CORS_ORIGINS contains/);
  });

  describe('long lists', () => {
    const pathOf = (answer: Answer) => /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    /** Follows the links to the end. */
    const pages = async (other: Solution, path: string, headers?: Record<string, string>) => {
      const found: { id: string }[][] = [];
      for (let next: string | undefined = path; next !== undefined; ) {
        const answer: Answer = await other.get(next, headers);
        assert.equal(answer.status, 200);
        found.push(answer.body.data ?? answer.body);
        next = pathOf(answer);
      }
      return found;
    };
    const idsOf = (entries: { id: string }[][]) => entries.flat().map(({ id }) => id);

    it('come in pages of 50, newest first, and each page links to the next', () =>
      apart(async (other) => {
        const reader = await person(other);
        const db = other.app.get(Database);
        const { id: author } = (await other.get('/auth/me', bearer(reader.token))).body;
        const expected: string[] = [];
        await db.transaction(async (tx) => {
          for (let count = 0; count < 120; count++) {
            // Always two of the same millisecond, so that the id has to decide.
            const created_at = new Date(Date.UTC(2026, 0, 1) + Math.floor(count / 2)).toISOString();
            const id = `00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
            expected.unshift(id);
            await tx.run`
              insert into posts (id, title, content, author_id, published, created_at, updated_at)
              values (${id}, ${'Soup'}, ${'Basil.'}, ${author}, ${true}, ${created_at}, ${created_at})`;
          }
        });
        const own = bearer(reader.token);
        for (const [path, headers] of [['/posts'], ['/api/v1/posts'], ['/api/v2/posts'], ['/my-posts', own]] as const) {
          const found = await pages(other, path, headers);
          assert.deepEqual(
            found.map(({ length }) => length),
            [50, 50, 20],
          );
          assert.deepEqual(idsOf(found), expected);
        }
        assert.deepEqual(idsOf(await pages(other, '/posts?limit=7')), expected);
        const most = await pages(other, '/posts?limit=1000');
        assert.deepEqual(
          most.map(({ length }) => length),
          [100, 20],
        );
        assert.deepEqual(idsOf(await pages(other, '/posts?limit=60')), expected);
        for (const limit of ['0', '-1', '1.5', 'all', '']) {
          const answer = await other.get(`/posts?limit=${limit}`);
          if (limit === '') assert.equal(answer.body.length, 50);
          else assertError(answer, 400, 'Invalid request');
        }
        assert.deepEqual(idsOf(await pages(other, '/posts?after=nonsense')), expected);

        // The entry that a page begins after may be gone by the time somebody asks for that page.
        const next = pathOf(await other.get('/posts'))!;
        await db.run`delete from posts where id = ${expected[49]!}`;
        assert.deepEqual(idsOf([(await other.get(next)).body]), expected.slice(50, 100));
      }));

    it('of users, too', () =>
      apart(async (other) => {
        const everybody = await Promise.all(Array.from({ length: 5 }, () => person(other)));
        const exp = Math.floor(other.clock.now() / 1000) + 60;
        const claims = { user_id: 'any', email: 'admin@example.com', role: 'admin', iss: 'blog', exp };
        const admin = bearer(token({ alg: 'HS256' }, claims, secret));
        const found = (await pages(other, '/admin/users?limit=2', admin)).flat() as unknown as Person[];
        assert.deepEqual(found.map(({ email }) => email).sort(), everybody.map(({ email }) => email).sort());
      }));
  });

  describe('the audit log', () => {
    it('one line for each event: what, from where, who, and how it ended', async () => {
      app.clock.advance(60 * minute);
      const reader = await person(app);
      const lines = async (work: () => Promise<unknown>) => {
        const from = app.log.lines.length;
        await work();
        return app.log.lines.slice(from).filter((line) => line.includes('authentication'));
      };
      const [failed, ...none] = await lines(() => app.post('/auth/login', { ...reader, password: 'wrong' }));
      assert.equal(none.length, 0);
      assert.match(failed!, /^warn/);
      for (const part of ['POST /auth/login', '401', '127.0.0.1', reader.email.toLowerCase()])
        assert.equal(failed!.includes(part), true, part);
      assert.match((await lines(() => app.post('/auth/login', reader)))[0]!, /^info .*status: 200/s);
      assert.match((await lines(() => app.post('/auth/logout')))[0]!, /^info .*status: 204/s);
      assert.match((await lines(() => app.post('/auth/login', '{')))[0]!, /^info .*status: 400/s);
      assert.match((await lines(() => app.post('/posts', {})))[0]!, /^warn .*POST \/posts.*status: 401/s);
      assert.match((await lines(() => app.get('/auth/me', bearer(reader.token))))[0]!, /user_id: '[0-9a-f-]{36}'/);
      assert.deepEqual(await lines(() => app.get('/posts')), []);
      assert.deepEqual(await lines(() => app.get('/auth/unknown')), []);
    });

    it('without secrets', () =>
      apart(async (other) => {
        const reader = await person(other);
        const { body: pair } = await other.post('/auth/tokens', reader);
        const session = await other.post('/auth/session', reader);
        const id = session.headers.get('set-cookie')!.split(/[=;]/)[1]!;
        const { body: made } = await other.post('/auth/api-keys', { name: 'k' }, bearer(reader.token));
        await other.get('/auth/session', { cookie: `session_id=${id}x` });
        await other.delete(`/auth/api-keys/${made.key}`, bearer(reader.token));
        await other.get('/auth/api-keys/current', { 'x-api-key': `${made.key}x` });
        await other.post('/auth/refresh', { refresh_token: pair.refresh_token });
        await other.post('/auth/login', { email: reader.password, password: reader.email });
        const log = other.log.lines.join('\n');
        assert.match(log, /DELETE \/auth\/api-keys/);
        for (const value of [reader.password, reader.token, pair.refresh_token, id, made.key, '$2b$', secret]) {
          assert.ok(!log.includes(value), `${value} appears in the log`);
        }
      }));
  });

  describe('CORS', () => {
    const preflight = { origin: 'https://two.example', 'access-control-request-method': 'PUT' };

    it('a preflight of a known origin: 204 with what is allowed', async () => {
      const { status, headers } = await app.send('OPTIONS', '/posts/any', undefined, preflight);
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), 'https://two.example');
      assert.match(headers.get('access-control-allow-methods')!, /PUT/);
      assert.match(headers.get('access-control-allow-headers')!, /Authorization/);
      assert.equal(headers.get('access-control-allow-credentials'), null);
    });

    it('answers and errors for a known origin carry it', async () => {
      for (const path of ['/posts', '/posts/none', '/auth/me', '/none']) {
        const { headers } = await app.get(path, { origin: 'https://one.example' });
        assert.equal(headers.get('access-control-allow-origin'), 'https://one.example');
        assert.equal(headers.get('vary'), 'Origin');
      }
    });

    it('another origin, or none, gets no permission', async () => {
      for (const origin of ['https://evil.example', 'https://one.example.evil.example', 'null', '']) {
        const { headers } = await app.send('OPTIONS', '/posts', undefined, { ...preflight, origin });
        assert.equal(headers.get('access-control-allow-origin'), null);
        assert.equal(headers.get('vary'), 'Origin');
      }
    });
  });

  it('every response has security headers, HSTS unless NODE_ENV is development, and no-store if it is personal', async () => {
    for (const path of ['/posts', '/none', '/auth/me']) {
      const { headers } = await app.get(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
      assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
      assert.equal(headers.get('cache-control'), path === '/auth/me' ? 'no-store' : null);
    }
    const { token: issued } = await person(app);
    for (const path of ['/my-posts', '/admin/users']) {
      assert.equal((await app.get(path, bearer(issued))).headers.get('cache-control'), 'no-store');
    }
    assert.equal((await app.post('/posts', {}, bearer(issued))).headers.get('cache-control'), 'no-store');
    await apart(
      async (other) => {
        const { headers } = await other.get('/posts');
        assert.equal(headers.get('strict-transport-security'), null);
      },
      { NODE_ENV: 'development' },
    );
  });

  it('/api/v1 keeps the first contract, /api/v2 has another', async () => {
    const reader = await person(app);
    const authorization = bearer(reader.token);
    const write = async (published: boolean) => {
      const { body } = await app.post('/posts', { title: 'T', content: 'C' }, authorization);
      await app.put(`/posts/${body.id}`, { title: 'T', content: 'C', published }, authorization);
      return body.id as string;
    };
    const [published, draft] = [await write(true), await write(false)];

    for (const path of ['/posts', '/api/v1/posts', `/posts/${published}`]) {
      const { headers } = await app.get(path);
      assert.match(headers.get('deprecation')!, /^@\d{10}$/);
      assert.ok(Date.parse(headers.get('sunset')!) > Number(headers.get('deprecation')!.slice(1)) * 1000, path);
    }
    assert.equal((await app.get('/api/v2/posts')).headers.get('deprecation'), null);
    assert.deepEqual((await app.get('/api/v1/posts')).body, (await app.get('/posts')).body);
    for (const id of [published, draft]) {
      assert.deepEqual((await app.get(`/api/v1/posts/${id}`)).body, (await app.get(`/posts/${id}`)).body);
    }
    const list = await app.get('/api/v2/posts');
    const [entry] = list.body.data;
    assert.deepEqual([keysOf(list.body), list.body.count], [['count', 'data'], 1]);
    assert.deepEqual(keysOf(entry), ['author', 'content', 'created_at', 'id', 'title', 'updated_at']);
    assert.deepEqual([entry.id, keysOf(entry.author), entry.author.name], [published, ['id', 'name'], 'Reader']);
    assert.deepEqual((await app.get(`/api/v2/posts/${published}`)).body, { data: entry });
    for (const path of [`/api/v2/posts/${draft}`, '/api/v2/posts/none', '/api/v1/posts/none']) {
      assertError(await app.get(path), 404, 'Post not found');
    }
    assertError(await app.get('/api/v3/posts'), 404, 'Not Found');
  });

  it('a body beyond 64 KiB: 413', async () => {
    const { token: issued } = await person(app);
    const post = (length: number) => app.post('/posts', { title: 'T', content: 'x'.repeat(length) }, bearer(issued));
    assert.equal((await post(60 * 1024)).status, 201);
    assertError(await post(65 * 1024), 413, 'Payload Too Large');
  });
});
