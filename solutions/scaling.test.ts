import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Log } from 'trellis';
import { openDatabase } from '../framework/drivers/database-driver.ts';
import { skipSlow } from '../framework/fixtures/slow.ts';
import { Program } from '../scripts/workshop/run/program.ts';
import { findServices, type Service, type Services, startServices } from '../scripts/workshop/services/services.ts';
import { Migrations } from './22-processes/src/store/migrations.ts';
import { schema } from './22-processes/src/store/schema.ts';
import { emptySchema } from './empty-schema.fixture.ts';
import { RecordedLog } from './solution.fixture.ts';

// What chapters 21 and 22 promise, with real servers, real processes and real connections.

const src = join(import.meta.dirname, '22-processes', 'src');
const found = findServices();
const skip =
  skipSlow('takes half a minute', import.meta.filename) ||
  (!(found.postgres && found.redis) && 'needs PostgreSQL and Redis on this machine');

/** The drivers give up after five seconds; a starved machine gets a little more. */
const latest = 8_000;

describe('the blog in several processes', { skip, timeout: 600_000 }, () => {
  let folder: string;
  let services: Services;
  const programs = new Set<Program>();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'trellis-scaling-'));
    chmodSync(folder, 0o755);
    services = await startServices({ folder, anyPorts: true });
  });

  after(async () => {
    await Promise.all([...programs].map((program) => program.kill()));
    await services?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(env: Record<string, string>): Program {
    const own = {
      PORT: '0',
      HOST: '127.0.0.1',
      JWT_SECRET: 'a secret that is known to the tests',
      BCRYPT_COST: '4',
      DATABASE_POOL: '5',
      TRUST_PROXY: '1',
    };
    const program = new Program({ src, env: { ...services.addresses, ...own, ...env } });
    programs.add(program);
    return program;
  }

  function schemaOf(): Promise<string> {
    return emptySchema(services.addresses.DATABASE_URL!, 2);
  }

  it('four processes that start at once on an empty database make each migration once', async () => {
    const DATABASE_URL = await schemaOf();
    const four = Array.from({ length: 4 }, () => start({ DATABASE_URL, WORKERS: '1' }));
    await Promise.all(four.map((program) => program.listening()));
    const logged = four.flatMap(({ output }) => output.match(/"migration"/g) ?? []).length;
    await Promise.all(four.map((program) => program.kill()));
    assert.equal(logged, schema.length);
  });

  it('migrations that race each other, eight at a time, never fail and never run twice', async () => {
    for (let round = 0; round < 5; round++) {
      const url = await schemaOf();
      const log = new RecordedLog();
      const databases = await Promise.all(Array.from({ length: 8 }, () => openDatabase(url)));
      await Promise.all(databases.map((db) => migrationsOn(db, log).onStart()));
      await Promise.all(databases.map((db) => db.onStop()));
      assert.equal(log.lines.length, schema.length, log.lines.join('\n'));
    }
  });

  it('a supervisor that is asked to stop while its workers are still starting does so', async () => {
    const program = start({ WORKERS: '2', DATABASE_URL: await schemaOf() });
    await outcome(program, () => eventsOf(program, 'fork') >= 2);
    await program.stop(15_000);
    assert.equal(await program.exited(), 0);
  });

  it('200 connections, four processes, a rolling restart in the middle: not one failed request', async (t) => {
    const program = start({ WORKERS: '4', DATABASE_URL: await schemaOf() });
    const url = await urlOf(program);
    await listening(program, 4);
    const token = await register(url);
    const load = new Load(200, 1_000, async (client) => {
      await client.expect(200, 'GET', '/posts');
      await client.expect(201, 'POST', '/posts', { title: 'Soup', content: 'Add more basil.' }, token);
    });
    t.after(() => load.stop());
    await load.answered(400, url);
    assert.equal(await program.restart(), true);
    await outcome(program, () => eventsOf(program, 'listening') >= 8 && eventsOf(program, 'exit') >= 4);
    await load.answered(load.count + 400, url);
    await load.stop();
    assert.deepEqual(load.failures, []);
    assert.equal(eventsOf(program, 'fork'), 8);
    await program.stop(20_000);
    assert.equal(await program.exited(), 0);
  });

  for (const name of ['postgres', 'redis'] as const) {
    it(`${name} is killed and started again under load: 503 meanwhile, and nothing that was answered is lost`, async (t) => {
      const program = start({ WORKERS: '2', DATABASE_URL: await schemaOf() });
      const url = await urlOf(program);
      await listening(program, 2);
      const token = await register(url);
      const posts: string[] = [];
      const used: string[] = [];
      const load = new Load(20, 20, async (client) => {
        await client.tolerate('GET', '/posts');
        const written = await client.tolerate('POST', '/posts', { title: 'Soup', content: 'Basil.' }, token);
        if (written.body.id) posts.push(written.body.id);
        await refresh(client, used);
      });
      t.after(() => load.stop());
      await load.answered(200, url);
      const service = services[name] as Service;
      await service.kill();
      await load.refused(40);
      await service.start();
      const before = [posts.length, used.length];
      await load.until(() => posts.length >= before[0]! + 40 && used.length >= before[1]! + 40, 'recovery');
      await load.stop();
      assert.deepEqual(load.failures, []);
      assert.ok(load.slowest < latest, `the slowest answer took ${load.slowest} ms`);

      const reader = new Client(url, load);
      for (const id of posts)
        assert.equal(await reader.statusOf('GET', `/my-posts/${id}`, undefined, token), 200, `post ${id} is lost`);
      for (const refresh_token of used) {
        const status = await reader.statusOf('POST', '/auth/refresh', { refresh_token });
        assert.equal(status, 401, 'a refresh token worked twice');
      }
      reader.end();
      await program.stop(20_000);
    });
  }
});

interface Answered {
  status: number;
  body: Record<string, string>;
}

/** One client: a connection that it keeps, and what it thinks of the answers. */
class Client {
  refreshToken: string | undefined;
  readonly #url: string;
  readonly #load: Load;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string, load: Load) {
    this.#url = url;
    this.#load = load;
  }

  async send(method: string, path: string, body?: object, token?: string): Promise<Answered> {
    const started = performance.now();
    // From all over the world: one network may only register a few users.
    const somewhere = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` };
    const headers = token === undefined ? somewhere : { ...somewhere, authorization: `Bearer ${token}` };
    const asked = request(this.#url + path, { method, headers, agent: this.#agent });
    asked.end(body && JSON.stringify(body));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const content = await text(answer);
    this.#load.slowest = Math.max(this.#load.slowest, performance.now() - started);
    return { status: answer.statusCode ?? 0, body: content === '' ? {} : JSON.parse(content) };
  }

  /** The first that is no 503: when one worker has found its way back, the other may still be looking for it. */
  async statusOf(method: string, path: string, body?: object, token?: string): Promise<number> {
    let status = 503;
    await this.#load.until(async () => {
      ({ status } = await this.send(method, path, body, token));
      return status !== 503;
    }, `${method} ${path} without a 503`);
    return status;
  }

  async expect(status: number, method: string, path: string, body?: object, token?: string): Promise<void> {
    const answer = await this.send(method, path, body, token);
    if (answer.status === status) this.#load.count++;
    else this.#load.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }

  /** Success, or 503 in our own shape. Whatever else comes is a failure, unless it is expected. */
  async tolerate(method: string, path: string, body?: object, token?: string, other = 0): Promise<Answered> {
    const answer = await this.send(method, path, body, token);
    if (answer.status < 300) this.#load.count++;
    else if (answer.status === 503 && answer.body.error === 'Service Unavailable') this.#load.refusals++;
    else if (answer.status !== other)
      this.#load.failures.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  end(): void {
    this.#agent.destroy();
  }
}

/** Many clients that do the same work again and again. */
class Load {
  readonly failures: string[] = [];
  count = 0;
  refusals = 0;
  slowest = 0;
  readonly #size: number;
  readonly #pause: number;
  readonly #work: (client: Client) => Promise<void>;
  #running: Promise<void>[] | undefined;
  #isOver = false;

  constructor(size: number, pause: number, work: (client: Client) => Promise<void>) {
    this.#size = size;
    this.#pause = pause;
    this.#work = work;
  }

  answered(count: number, url: string): Promise<void> {
    this.#running ??= Array.from({ length: this.#size }, () => this.#run(new Client(url, this)));
    return this.until(() => this.count >= count, `${count} answers`);
  }

  refused(count: number): Promise<void> {
    return this.until(() => this.refusals >= count, `${count} refusals`);
  }

  async until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const deadline = performance.now() + 90_000;
    while (!(await holds())) {
      const seen = `${this.count} answered, ${this.refusals} refused, ${this.failures.length} failed: ${this.failures[0]}`;
      assert.ok(performance.now() < deadline, `${what} did not come. ${seen}`);
      await delay(50);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running ?? []);
  }

  async #run(client: Client): Promise<void> {
    while (!this.#isOver) {
      await this.#work(client).catch((error: NodeJS.ErrnoException) => this.failures.push(String(error.code ?? error)));
      await delay(this.#pause * Math.random());
    }
    client.end();
  }
}

/** Uses a refresh token up. After a 503 nobody knows whether it is gone, so a 401 is as good as a new pair. */
async function refresh(client: Client, used: string[]): Promise<void> {
  const refresh_token = client.refreshToken;
  if (refresh_token === undefined) return begin(client);
  const { status, body } = await client.tolerate('POST', '/auth/refresh', { refresh_token }, undefined, 401);
  if (status === 200) used.push(refresh_token);
  if (status !== 503) client.refreshToken = body.refresh_token;
}

/** As somebody new each time: who tries to log in while the store is away would soon be taken for a guesser. */
async function begin(client: Client): Promise<void> {
  const person = newcomer();
  if ((await client.tolerate('POST', '/auth/register', person)).status !== 201) return;
  client.refreshToken = (await client.tolerate('POST', '/auth/tokens', person)).body.refresh_token;
}

function newcomer() {
  return { email: `${randomUUID()}@example.com`, password: 'basil and salt', name: 'The cook' };
}

/** The token of somebody new. */
async function register(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/register`, { method: 'POST', body: JSON.stringify(newcomer()) });
  return ((await answer.json()) as { token: string }).token;
}

async function urlOf(program: Program): Promise<string> {
  return (await program.listening()).url.replace('localhost', '127.0.0.1');
}

function listening(program: Program, count: number): Promise<void> {
  return outcome(program, () => eventsOf(program, 'listening') >= count);
}

function eventsOf({ workers }: Program, wanted: string): number {
  return workers.filter(({ event }) => event === wanted).length;
}

/** Waits for something that the program tells or prints. */
async function outcome(program: Program, holds: () => boolean): Promise<void> {
  const deadline = performance.now() + 90_000;
  while (!holds()) {
    assert.ok(performance.now() < deadline && !program.hasExited, `in vain:\n${program.output.slice(-2_000)}`);
    await delay(20);
  }
}

function migrationsOn(db: Database, log: Log): Migrations {
  return Object.assign(new Migrations(), { db, log });
}
