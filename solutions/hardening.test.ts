import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Answer } from 'trellis/testing';
import { AppModule } from './15-hardening/src/app.module.ts';
import { appOptions } from './15-hardening/src/app.options.ts';
import { bearer, keysOf, type Solution, secret, startSolution, token } from './solution.fixture.ts';

// What chapter 15 adds to the full reference.

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

    it('ADMIN_EMAIL makes an admin of a registered user at start, and of nobody later', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'blog-'));
      const DATABASE_URL = `file:${join(folder, 'blog.db')}`;
      let reader: Person | undefined;
      try {
        await apart(
          async (first) => {
            assert.equal(first.log.lines.filter((line) => /^warn .*ADMIN_EMAIL/.test(line)).length, 1);
            reader = await person(first);
            assertError(await first.get('/admin/users', bearer(reader.token)), 403, 'Forbidden');
          },
          { DATABASE_URL, ADMIN_EMAIL: `reader.${people + 1}@EXAMPLE.com` },
        );
        await apart(
          async (second) => {
            assertError(await second.get('/admin/users', bearer(reader!.token)), 403, 'Forbidden');
            const login = await second.post('/auth/login', reader);
            const { status, body } = await second.get('/admin/users', bearer(login.body.token));
            assert.equal(status, 200);
            assert.deepEqual(
              body.map((user: { email: string; role: string }) => [user.email, user.role]),
              [[reader!.email, 'admin']],
            );
            assert.deepEqual(keysOf(body[0]), ['created_at', 'email', 'id', 'name', 'role']);
          },
          { DATABASE_URL, ADMIN_EMAIL: reader!.email.toUpperCase() },
        );
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

    it('a TRUST_PROXY that is no number stops the start', async () => {
      await assert.rejects(startHardened({ TRUST_PROXY: 'true' }), /TRUST_PROXY is "true"/);
    });
  });

  describe('the audit log', () => {
    it('one line for each event: what, from where, who, and how it ended', async () => {
      const reader = await person(app);
      const lines = async (work: () => Promise<unknown>) => {
        const from = app.log.lines.length;
        await work();
        return app.log.lines.slice(from).filter((line) => line.includes('authentication'));
      };
      const [failed, ...none] = await lines(() => app.post('/auth/login', { ...reader, password: 'wrong' }));
      assert.equal(none.length, 0);
      assert.match(failed!, /^warn/);
      for (const part of ['POST /auth/login', '401', '127.0.0.1', reader.email])
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
          assert.ok(!log.includes(value), `${value} stands in the log`);
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

  it('security headers stand on every answer, HSTS in production only', async () => {
    for (const path of ['/posts', '/none', '/auth/me']) {
      const { headers } = await app.get(path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('strict-transport-security'), null);
      assert.equal(headers.get('cache-control'), path === '/auth/me' ? 'no-store' : null);
    }
    await apart(
      async (other) => {
        const { headers } = await other.get('/posts');
        assert.match(headers.get('strict-transport-security')!, /^max-age=31536000/);
      },
      { NODE_ENV: 'production' },
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
