import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from 'trellis/testing';
import { type Deferred, deferred } from '../framework/fixtures/deferred.ts';
import { isThorough, skipSlow } from '../framework/fixtures/slow.ts';
import { AppModule } from './22-processes/src/app.module.ts';
import { appOptions } from './22-processes/src/app.options.ts';
import { BcryptPool } from './22-processes/src/auth/bcrypt-pool.ts';
import { RefreshTokensService } from './22-processes/src/auth/refresh-tokens.service.ts';
import { TokensService } from './22-processes/src/auth/tokens.service.ts';
import { UsersService } from './22-processes/src/users/users.service.ts';
import { emptySchema } from './empty-schema.fixture.ts';
import { type Call, type InterceptedSolution, quickHash, startIntercepted } from './intercepted.fixture.ts';
import { bearer } from './solution.fixture.ts';

// The owner of an account changes the password while a thief, who knows the old one, signs in. Each of the two requests is
// held once, at each of its calls to a store or to bcrypt, while the other one continues.

const [oldPassword, newPassword, thiefsPassword] = ['basil and salt', 'carrots and celery', 'now it is mine'];
const skip = skipSlow('plays more than a thousand orders of two requests', import.meta.filename);
let rounds = 0;
/** CI plays a quarter of the orders, in which each call of both requests is held at least once. */
const stride = isThorough ? 1 : 4;

interface Victim {
  email: string;
  token: string;
  refresh_token: string;
  address: string;
}

/** How the two requests take turns: who begins, and how many calls each makes before it is held for the first time. */
interface Turns {
  first: 'thief' | 'owner';
  thief: number;
  owner: number;
  ticks: boolean;
}

/** What the thief does, and who the thief is afterwards. */
const ways = {
  'POST /auth/login': (app, { email }, headers) => app.post('/auth/login', { email, password: oldPassword }, headers),
  'POST /auth/session': (app, { email }, headers) =>
    app.post('/auth/session', { email, password: oldPassword }, headers),
  'POST /auth/tokens': (app, { email }, headers) => app.post('/auth/tokens', { email, password: oldPassword }, headers),
  'POST /auth/refresh': (app, { refresh_token }, headers) => app.post('/auth/refresh', { refresh_token }, headers),
  'PUT /auth/password': (app, { token }, headers) => {
    const body = { current_password: oldPassword, new_password: thiefsPassword };
    return app.put('/auth/password', body, { ...headers, ...bearer(token) });
  },
} satisfies Record<
  string,
  (app: InterceptedSolution, victim: Victim, headers: Record<string, string>) => Promise<Answer>
>;

describe('a change of password, while a thief signs in with the old one', { skip }, () => {
  let app: InterceptedSolution;

  before(async () => {
    app = await startIntercepted(AppModule, appOptions, BcryptPool);
  });

  after(() => app.stop());

  // Everything happens in the same millisecond.
  playAll(() => app, false);
});

const noServer = process.env.TEST_DATABASE_URL === undefined && 'needs PostgreSQL: set TEST_DATABASE_URL';

// Here, a sign-in doesn't wait for the transaction of the change: it begins in the middle of it, and reads the old hash.
describe('the same on PostgreSQL', { skip: skip || noServer }, () => {
  let app: InterceptedSolution;

  before(async () => {
    const DATABASE_URL = await emptySchema(process.env.TEST_DATABASE_URL!, 4);
    app = await startIntercepted(AppModule, appOptions, BcryptPool, { DATABASE_URL });
  });

  after(() => app.stop());

  playAll(() => app, true);

  it('makes enough orders in all', () => {
    assert.ok(rounds > (isThorough ? 1_000 : 250), `${rounds} rounds`);
  });
});

function playAll(appOf: () => InterceptedSolution, ticks: boolean): void {
  for (const [name, way] of Object.entries(ways)) {
    it(`${name}: nothing that the thief gets survives, whenever either of them is held`, async () => {
      const app = appOf();
      const calls = await countCalls(app, way);
      const survivors: string[] = [];
      for (const first of ['thief', 'owner'] as const) {
        for (let thief = 0; thief <= calls.thief; thief++) {
          for (let owner = thief % stride; owner <= calls.owner; owner += stride) {
            const turns = { first, thief, owner, ticks };
            for (const what of await play(app, way, turns)) survivors.push(`${what} ${JSON.stringify(turns)}`);
          }
        }
      }
      assert.deepEqual(survivors, []);
    });
  }
}

async function newVictim(app: InterceptedSolution): Promise<Victim> {
  rounds++;
  const email = `victim-${randomUUID()}@example.com`;
  const user = await app.app.get(UsersService).create({ email, name: 'Victim', hash: quickHash(oldPassword) });
  const token = app.app.get(TokensService).sign(user, app.clock.now());
  const refreshTokens = app.app.get(RefreshTokensService);
  const refresh_token = await refreshTokens.generate(await refreshTokens.startFamily(user.id, app.clock.now()));
  return { email, token, refresh_token, address: `10.${rounds >> 16}.${(rounds >> 8) & 255}.${rounds & 255}` };
}

function asActor(actor: string, { address }: Victim): Record<string, string> {
  return { 'x-actor': actor, 'x-forwarded-for': address };
}

function change(app: InterceptedSolution, victim: Victim): Promise<Answer> {
  const body = { current_password: oldPassword, new_password: newPassword };
  return app.put('/auth/password', body, { ...asActor('owner', victim), ...bearer(victim.token) });
}

/** The counters of the limits have nothing to do with what a sign-in opens. */
function matters({ name }: Call): boolean {
  return !['KeyValue.increment', 'KeyValue.decrement', 'KeyValue.delete', 'KeyValue.ttl'].includes(name);
}

/** How many calls each of the two makes if nobody holds them. */
async function countCalls(app: InterceptedSolution, way: (typeof ways)[keyof typeof ways]) {
  const calls = { thief: 0, owner: 0 };
  app.intercept = (call, proceed) => {
    if (matters(call)) calls[call.actor as keyof typeof calls]++;
    return proceed();
  };
  const victim = await newVictim(app);
  assert.equal((await way(app, victim, asActor('thief', victim))).status, 200);
  const another = await newVictim(app);
  assert.equal((await change(app, another)).status, 200);
  return calls;
}

/** Returns what of the thief's still works. */
async function play(app: InterceptedSolution, way: (typeof ways)[keyof typeof ways], turns: Turns): Promise<string[]> {
  const victim = await newVictim(app);
  const actors = { thief: new Actor(turns.thief), owner: new Actor(turns.owner) };
  app.intercept = async (call, proceed) => {
    if (matters(call)) await actors[call.actor as keyof typeof actors].before();
    if (turns.ticks) app.clock.advance(1);
    return proceed();
  };
  const requests = {
    thief: () => way(app, victim, asActor('thief', victim)),
    owner: () => change(app, victim),
  };
  const second = turns.first === 'thief' ? 'owner' : 'thief';
  const answers: Partial<Record<keyof typeof requests, Answer>> = {};
  const send = async (who: keyof typeof requests) => {
    answers[who] = await requests[who]();
    actors[who].reached.resolve();
  };
  const one = send(turns.first);
  await actors[turns.first].reached.promise;
  const other = send(second);
  await orBlocked(actors[second].reached.promise);
  actors[turns.first].released.resolve();
  await orBlocked(one);
  actors[second].released.resolve();
  await Promise.all([one, other]);
  app.intercept = (_call, proceed) => proceed();
  return survivorsOf(app, victim, answers.thief!, answers.owner!);
}

/** One of the two may have to wait for a transaction of the other. */
async function orBlocked(progress: Promise<void>): Promise<void> {
  await Promise.race([progress, delay(4)]);
}

/** Is held before one of its calls, counted from 0. */
class Actor {
  readonly reached: Deferred<void> = deferred();
  readonly released: Deferred<void> = deferred();
  #left: number;

  constructor(calls: number) {
    this.#left = calls;
  }

  async before(): Promise<void> {
    if (this.#left-- !== 0) return;
    this.reached.resolve();
    await this.released.promise;
  }
}

async function survivorsOf(app: InterceptedSolution, victim: Victim, thief: Answer, owner: Answer): Promise<string[]> {
  const headers = { 'x-forwarded-for': victim.address };
  const login = (password: string) => app.post('/auth/login', { email: victim.email, password }, headers);
  if (owner.status !== 200) {
    // Of two changes at the same time, one wins, and it may be the thief's.
    assert.deepEqual([owner.status, (await login(thiefsPassword)).status], [401, 200]);
    return [];
  }
  const works: string[] = [];
  const tokens = [thief.body?.token, thief.body?.access_token].filter((token) => token !== undefined);
  for (const token of tokens) {
    if ((await app.get('/auth/me', bearer(token))).status === 200) works.push('access token');
  }
  const cookie = thief.headers.get('set-cookie')?.split(';')[0];
  if (cookie !== undefined && (await app.get('/auth/session', { cookie })).status === 200) works.push('session');
  const { refresh_token } = thief.body ?? {};
  if (refresh_token !== undefined && (await app.post('/auth/refresh', { refresh_token })).status === 200)
    works.push('refresh token');
  for (const password of [oldPassword, thiefsPassword])
    if ((await login(password)).status === 200) works.push(`the password "${password}"`);

  assert.equal((await app.get('/auth/me', bearer(owner.body.token))).status, 200, 'the new token of the owner works');
  const again = await login(newPassword);
  assert.equal(again.status, 200, 'the owner can log in with the new password');
  assert.equal((await app.get('/auth/me', bearer(again.body.token))).status, 200, 'and gets a token that works');
  return works;
}
