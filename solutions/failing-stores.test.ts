import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Answer } from 'trellis/testing';
import { skipSlow } from '../framework/fixtures/slow.ts';
import { AppModule } from './22-processes/src/app.module.ts';
import { appOptions } from './22-processes/src/app.options.ts';
import { ApiKeysService } from './22-processes/src/auth/api-keys.service.ts';
import { BcryptPool } from './22-processes/src/auth/bcrypt-pool.ts';
import { RefreshTokensService } from './22-processes/src/auth/refresh-tokens.service.ts';
import { SessionsService } from './22-processes/src/auth/sessions.service.ts';
import { TokenCutoffs } from './22-processes/src/auth/token-cutoffs.ts';
import { TokensService } from './22-processes/src/auth/tokens.service.ts';
import { PostsService } from './22-processes/src/posts/posts.service.ts';
import { UsersService } from './22-processes/src/users/users.service.ts';
import { type InterceptedSolution, quickHash, startIntercepted } from './intercepted.fixture.ts';
import { bearer } from './solution.fixture.ts';

// A store that fails never opens anything. Every request is sent with every credential, once with healthy stores, and then
// once for each of its calls to a store or to bcrypt, which fails.

const skip = skipSlow('sends every request with every credential, and fails each of its calls', import.meta.filename);
const password = 'basil and salt';
let people = 0;

interface Person {
  id: string;
  email: string;
  address: string;
  post: string;
  refresh_token: string;
  /** Headers that prove who it is, or don't. */
  credentials: Record<string, Record<string, string>>;
}

type Send = (app: InterceptedSolution, person: Person, headers: Record<string, string>) => Promise<Answer>;

const changed = { title: 'T', content: 'C', published: true };
const requests: Record<string, Send> = {
  'GET /posts': (app, _person, headers) => app.get('/posts', headers),
  'GET /my-posts': (app, _person, headers) => app.get('/my-posts', headers),
  'POST /posts': (app, _person, headers) => app.post('/posts', { title: 'T', content: 'C' }, headers),
  'PUT /posts/:id': (app, { post }, headers) => app.put(`/posts/${post}`, changed, headers),
  'DELETE /posts/:id': (app, { post }, headers) => app.delete(`/posts/${post}`, headers),
  'GET /auth/me': (app, _person, headers) => app.get('/auth/me', headers),
  'GET /auth/session': (app, _person, headers) => app.get('/auth/session', headers),
  'GET /auth/sessions': (app, _person, headers) => app.get('/auth/sessions', headers),
  'DELETE /auth/sessions': (app, _person, headers) => app.delete('/auth/sessions', headers),
  'GET /auth/api-keys': (app, _person, headers) => app.get('/auth/api-keys', headers),
  'POST /auth/api-keys': (app, _person, headers) => app.post('/auth/api-keys', { name: 'n', scope: 'write' }, headers),
  'GET /auth/api-keys/current': (app, _person, headers) => app.get('/auth/api-keys/current', headers),
  'PUT /auth/password': (app, _person, headers) =>
    app.put('/auth/password', { current_password: password, new_password: 'carrots and celery' }, headers),
  'PUT /auth/password, wrong': (app, _person, headers) =>
    app.put('/auth/password', { current_password: 'wrong', new_password: 'carrots and celery' }, headers),
  'GET /admin/users': (app, _person, headers) => app.get('/admin/users', headers),
  'PUT /admin/users/:id/role': (app, { id }, headers) => app.put(`/admin/users/${id}/role`, { role: 'admin' }, headers),
};

/** Those that prove who somebody is, in different states of the account. */
const logins: Record<string, Send> = {
  'POST /auth/login': (app, { email }, headers) => app.post('/auth/login', { email, password }, headers),
  'POST /auth/login, wrong': (app, { email }, headers) => app.post('/auth/login', { email, password: 'x' }, headers),
  'POST /auth/session': (app, { email }, headers) => app.post('/auth/session', { email, password }, headers),
  'POST /auth/tokens': (app, { email }, headers) => app.post('/auth/tokens', { email, password }, headers),
  'POST /auth/refresh': (app, { refresh_token }, headers) => app.post('/auth/refresh', { refresh_token }, headers),
  'POST /auth/register': (app, { email }, headers) =>
    app.post('/auth/register', { email, password, name: 'N' }, headers),
};

const states: Record<string, (app: InterceptedSolution, person: Person) => Promise<unknown>> = {
  'as usual': async () => undefined,
  'after five wrong passwords': async (app, { email, address }) => {
    for (let count = 0; count < 5; count++)
      await app.post('/auth/login', { email, password: 'wrong' }, { 'x-forwarded-for': address });
  },
  'after 40 wrong passwords from the network': async (app, { address }) => {
    for (let count = 0; count < 40; count++) {
      const email = `${randomUUID()}@example.com`;
      await app.post('/auth/login', { email, password: 'wrong' }, { 'x-forwarded-for': address });
    }
  },
  'after the refresh token was used': (app, { refresh_token }) => app.post('/auth/refresh', { refresh_token }),
  'after a cutoff': (app, { id }) => app.app.get(TokenCutoffs).set(id),
};

describe('a store that fails never opens anything', { skip }, () => {
  let app: InterceptedSolution;

  before(async () => {
    app = await startIntercepted(AppModule, appOptions, BcryptPool);
  });

  after(() => app.stop());

  for (const [name, send] of Object.entries(requests)) {
    it(`${name}, with every credential`, async () => {
      const names = Object.keys((await newPerson(app)).credentials);
      for (const credential of names) {
        const play = async (failing?: number) => {
          const person = await newPerson(app);
          const headers = { ...person.credentials[credential], 'x-forwarded-for': person.address };
          return played(app, failing, (actor) => send(app, person, { ...headers, ...actor }));
        };
        await compare(`${name}, ${credential}`, play);
      }
    });
  }

  for (const [name, send] of Object.entries(logins)) {
    for (const [state, prepare] of Object.entries(states)) {
      it(`${name}, ${state}`, () =>
        compare(name, async (failing) => {
          const person = await newPerson(app);
          await prepare(app, person);
          return played(app, failing, (actor) => send(app, person, { 'x-forwarded-for': person.address, ...actor }));
        }));
    }
  }

  for (const credential of ['with a token', 'with a session']) {
    it(`a change of password ${credential} happens as a whole or not at all, whichever call fails`, async () => {
      const seen = new Set<string>();
      for (let failing = 0; ; failing++) {
        const person = await newPerson(app);
        const { email, address } = person;
        const headers = { ...person.credentials[credential], 'x-forwarded-for': address };
        const change = (actor: object) => requests['PUT /auth/password']!(app, person, { ...headers, ...actor });
        const { answer, calls } = await played(app, failing, change);
        if (calls <= failing) break;
        const isOpen =
          (await app.get('/auth/session', headers)).status === 200 ||
          (await app.get('/auth/me', headers)).status === 200;
        const login = await app.post('/auth/login', { email, password }, { 'x-forwarded-for': address });
        const isOld = login.status === 200;
        assert.equal(
          isOpen,
          isOld,
          `call ${failing} fails: the old password ${isOld ? 'works' : 'does not work'}, what it has opened ${isOpen ? 'works' : 'does not'}`,
        );
        seen.add(`${answer.status}, the ${isOld ? 'old' : 'new'} password`);
      }
      // Its last calls reset the counters of failed logins. If one of them fails, the password is changed all the same.
      assert.deepEqual([...seen].sort(), ['200, the new password', '500, the old password']);
    });
  }

  it('a used refresh token that comes back ends the access token that it was exchanged for, even if a call has failed', async () => {
    for (let failing = 0; ; failing++) {
      const { refresh_token, address } = await newPerson(app);
      const headers = { 'x-forwarded-for': address };
      const refresh = (actor: object = {}) => app.post('/auth/refresh', { refresh_token }, { ...headers, ...actor });
      const thief = bearer((await refresh()).body.access_token);
      const { calls } = await played(app, failing, refresh);
      if (calls <= failing) break;
      await refresh();
      assert.equal((await app.get('/auth/me', thief)).status, 401, `call ${failing} fails`);
    }
  });

  it('a change of role happens as a whole or not at all, whichever call fails', async () => {
    const admin = (await newPerson(app)).credentials['with the token of an admin'];
    for (let failing = 0; ; failing++) {
      const person = await newPerson(app);
      const change = (actor: object) =>
        app.put(`/admin/users/${person.id}/role`, { role: 'admin' }, { ...admin, ...actor });
      const { answer, calls } = await played(app, failing, change);
      if (calls <= failing) break;
      const { role } = (await app.app.get(UsersService).find(person.id))!;
      const token = await app.get('/auth/me', person.credentials['with a token']);
      assert.deepEqual([answer.status, role, token.status], [500, 'user', 200], `call ${failing} fails`);
    }
  });

  it('no call that fails lets a sixth wrong password be compared, not even one after the right password', async () => {
    for (const word of ['wrong', password]) {
      for (let failing = 0; failing < 16; failing++) {
        const { email, address } = await newPerson(app);
        const headers = { 'x-forwarded-for': address };
        await played(app, failing, (actor) =>
          app.post('/auth/login', { email, password: word }, { ...headers, ...actor }),
        );
        for (const always of [failing, undefined]) {
          let compared = 0;
          const count = (call: string) => call === 'BcryptPool.compare' && compared++;
          for (let guess = 0; guess < 8; guess++) {
            const send = (actor: object) =>
              app.post('/auth/login', { email, password: 'wrong' }, { ...headers, ...actor });
            await played(app, always, send, count);
          }
          assert.ok(compared <= 5, `after call ${failing} has failed, ${compared} wrong passwords were compared`);
        }
      }
    }
  });
});

interface Played {
  answer: Answer;
  calls: number;
}

/** Sends a request, and lets the call with this number fail. */
async function played(
  app: InterceptedSolution,
  failing: number | undefined,
  send: (actor: Record<string, string>) => Promise<Answer>,
  watch: (call: string) => unknown = () => undefined,
): Promise<Played> {
  let calls = 0;
  app.intercept = async ({ name }, proceed) => {
    if (calls++ === failing) throw new Error('The disk is full.');
    watch(name);
    return proceed();
  };
  const answer = await send({ 'x-actor': 'somebody' });
  app.intercept = (_call, proceed) => proceed();
  return { answer, calls };
}

async function compare(what: string, play: (failing?: number) => Promise<Played>): Promise<void> {
  const healthy = await play();
  for (let failing = 0; failing < healthy.calls; failing++) {
    const { answer } = await play(failing);
    const because = `${what}: ${healthy.answer.status}, and ${answer.status} if call ${failing} fails`;
    if (healthy.answer.status >= 400) assert.ok(answer.status >= 400, because);
    else assert.ok(answer.status >= 500 || answer.status === healthy.answer.status, because);
    // The right password, and the store has failed after that: the client may get what it has earned.
    if (answer.status < 400 || healthy.answer.status < 400) continue;
    assert.deepEqual(Object.keys(answer.body), ['error'], because);
    assert.doesNotMatch(answer.headers.get('set-cookie') ?? '', /^session_id=[^;]/, because);
  }
}

/** With every kind of credential: good, bad, ended, revoked. */
async function newPerson(app: InterceptedSolution): Promise<Person> {
  people++;
  const get = app.app.get.bind(app.app);
  const email = `reader-${randomUUID()}@example.com`;
  const user = await get(UsersService).create({ email, name: 'Reader', hash: quickHash(password) });
  const admin = { ...user, role: 'admin' };
  const now = () => app.clock.now();
  const [tokens, sessions, keys] = [get(TokensService), get(SessionsService), get(ApiKeysService)];
  const ended = {
    token: tokens.sign(admin, now()),
    session: await sessions.create(user.id, '', now()),
    key: await keys.create('revoked', 'write', user.id),
  };
  const current = await get(TokenCutoffs).set(user.id);
  await keys.revoke(ended.key.id, user.id);
  const refreshTokens = get(RefreshTokensService);
  const family = await refreshTokens.startFamily(user.id, current);
  const cookie = (id: string) => ({ cookie: `session_id=${id}` });
  const apiKey = (key: string) => ({ 'x-api-key': key });
  return {
    id: user.id,
    email,
    address: `10.${people >> 16}.${(people >> 8) & 255}.${people & 255}`,
    post: (await get(PostsService).create({ title: 'T', content: 'C' }, user.id)).id,
    refresh_token: await refreshTokens.generate(family),
    credentials: {
      'without credentials': {},
      'with a token': bearer(tokens.sign(user, current)),
      'with an invalid token': bearer('x.y.z'),
      'with a token from before the cutoff': bearer(ended.token),
      'with the token of an admin': bearer(tokens.sign(admin, current)),
      'with a session': cookie(await sessions.create(user.id, '', current)),
      'with an unknown session': cookie(randomUUID()),
      'with a session from before the cutoff': cookie(ended.session),
      'with a key that may write': apiKey((await keys.create('write', 'write', user.id)).key),
      'with a key that may read': apiKey((await keys.create('read', 'read', user.id)).key),
      'with a revoked key': apiKey(ended.key.key),
    },
  };
}
