import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { findServices, type Service, type Services, startServices } from '../../scripts/workshop/services/services.ts';
import { skipSlow } from '../fixtures/slow.ts';
import {
  type Context,
  type Controller,
  Database,
  inject,
  KeyValue,
  Log,
  module,
  provide,
  type Route,
} from '../index.ts';
import { type Answer, type Client, start } from '../testing.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { RedisKeyValue } from './redis/key-value.ts';

const found = findServices();
const isMissing = !found.postgres || !found.redis;
const reason =
  skipSlow('takes half a minute', import.meta.filename) ||
  (isMissing && 'needs PostgreSQL and Redis on this machine: npm run services explains how to install them');

const DEADLINE = 1_000;
const WORKERS = 12;

let services: Services;

class LoadDatabase extends PostgresDatabase {
  constructor() {
    super(`${services.postgres!.url}?pool=5`, { deadline: DEADLINE });
  }
}

class LoadKeyValue extends RedisKeyValue {
  constructor() {
    super(services.redis!.url, { deadline: DEADLINE });
  }
}

class Silent extends Log {
  debug() {}
  info() {}
  warn() {}
  error() {}
  child() {
    return this;
  }
}

class LoadController implements Controller {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly keys!: KeyValue;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/notes/:id', handler: this.add },
      { method: 'POST', path: '/pairs/:id', handler: this.addPair },
      { method: 'POST', path: '/tokens/:id', handler: this.issue },
      { method: 'DELETE', path: '/tokens/:id', handler: this.take },
    ];
  }

  async onStart() {
    await this.db.run`create table if not exists notes (id text primary key)`;
  }

  async add(ctx: Context) {
    await this.db.run`insert into notes (id) values (${ctx.param('id')})`;
    return ctx.status(201).json({});
  }

  async addPair(ctx: Context) {
    const id = ctx.param('id');
    await this.db.transaction(async (tx) => {
      await tx.run`insert into notes (id) values (${`${id}-a`})`;
      await tx.run`insert into notes (id) values (${`${id}-b`})`;
    });
    return ctx.status(201).json({});
  }

  async issue(ctx: Context) {
    await this.keys.set(ctx.param('id'), 'unused', { ttl: 600 });
    return ctx.status(201).json({});
  }

  async take(ctx: Context) {
    return { taken: (await this.keys.take(ctx.param('id'))) ?? null };
  }
}

/** Sends requests from several workers, and records every response. */
class Load {
  readonly answers: { answer: Answer; ms: number }[] = [];
  readonly #client: Client;
  readonly #workers: Promise<void>[];
  #goesOn = true;

  constructor(client: Client, work: (send: Load['send'], id: string) => Promise<void>) {
    this.#client = client;
    this.#workers = Array.from({ length: WORKERS }, async (_, worker) => {
      for (let round = 0; this.#goesOn; round++) await work(this.send, `${worker}-${round}`);
    });
  }

  readonly send = async (method: string, path: string): Promise<Answer> => {
    const started = performance.now();
    const answer = await this.#client.send(method, path);
    this.answers.push({ answer, ms: performance.now() - started });
    // Responses are immediate while a server is down, and a thousand of them prove no more than fifty.
    if (answer.status === 503) await delay(20);
    return answer;
  };

  /** Waits for `count` more responses with such a status. */
  async sees(count: number, isIt: (status: number) => boolean): Promise<void> {
    const from = this.answers.length;
    const until = performance.now() + 20_000;
    while (this.answers.slice(from).filter(({ answer }) => isIt(answer.status)).length < count) {
      assert.ok(
        performance.now() < until,
        `after 20 s not ${count} such answers: ${this.answers.at(-1)?.answer.status}`,
      );
      await delay(10);
    }
  }

  async stop(): Promise<void> {
    this.#goesOn = false;
    await Promise.all(this.#workers);
  }

  /** Every failure is a 503 in our error format, and arrives in time. */
  assertDecent(): void {
    for (const { answer, ms } of this.answers) {
      assert.ok([200, 201, 503].includes(answer.status), `${answer.status} ${answer.text}`);
      if (answer.status === 503) assert.deepEqual(answer.body, { error: 'Service Unavailable' });
      // At most two operations: a statement, and the rollback after it.
      assert.ok(ms < 2 * DEADLINE + 1_000, `an answer took ${Math.round(ms)} ms`);
    }
  }
}

const isFine = (status: number) => status < 300;
const isAway = (status: number) => status === 503;

async function throughFaults(load: Load, service: Service, faults: (() => Promise<void>)[]): Promise<void> {
  try {
    await load.sees(50, isFine);
    for (const fault of faults) {
      await fault();
      await load.sees(50, isAway);
      if (fault === faults.at(-1)) service.resume();
      else await service.start();
      await load.sees(100, isFine);
    }
  } finally {
    service.resume();
    await load.stop();
  }
}

describe('a server fails under load', { skip: reason ?? false }, () => {
  let folder: string;
  let client: Client;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trellis-faults-'));
    // If root runs the tests, PostgreSQL runs as another user, who must be able to enter the folder.
    await chmod(folder, 0o755);
    services = await startServices({ folder, anyPorts: true, found });
    const declarations = [
      LoadController,
      provide(Database, LoadDatabase),
      provide(KeyValue, LoadKeyValue),
      provide(Log, Silent),
    ];
    client = await start(module('LoadModule', { declarations }));
  });

  after(async () => {
    await client?.stop();
    await services?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('PostgreSQL: 503 in time, automatic recovery, and no acknowledged write is lost', {
    timeout: 120_000,
  }, async () => {
    const notes: string[] = [];
    const pairs: string[] = [];
    const load = new Load(client, async (send, id) => {
      if ((await send('POST', `/notes/${id}`)).status === 201) notes.push(id);
      if ((await send('POST', `/pairs/${id}`)).status === 201) pairs.push(id);
    });
    const server = services.postgres!;
    await throughFaults(load, server, [() => server.kill(), () => server.kill(), async () => server.pause()]);
    load.assertDecent();
    const rows = await client.app.get(Database).all<{ id: string }>`select id from notes`;
    const present = new Set(rows.map(({ id }) => id));
    const lost = [...notes, ...pairs.flatMap((id) => [`${id}-a`, `${id}-b`])].filter((id) => !present.has(id));
    assert.deepEqual(lost, []);
    const halves = [...present].filter((id) => {
      const other = id.endsWith('-a') ? id.replace(/a$/, 'b') : id.replace(/-b$/, '-a');
      return /-[ab]$/.test(id) && !present.has(other);
    });
    assert.deepEqual(halves, [], 'a transaction is stored completely or not at all');
  });

  test('Redis: 503 in time, automatic recovery, and nothing is taken twice', { timeout: 120_000 }, async () => {
    const issued = new Set<string>();
    const taken: string[] = [];
    const tried = new Set<string>();
    const load = new Load(client, async (send, id) => {
      if ((await send('POST', `/tokens/${id}`)).status === 201) issued.add(id);
      if (Number(id.split('-')[1]) % 2 === 1) return;
      // Try again after a failure, as a client would.
      for (let attempt = 0; attempt < 3; attempt++) {
        tried.add(id);
        const answer = await send('DELETE', `/tokens/${id}`);
        if (answer.body?.taken === 'unused') taken.push(id);
      }
    });
    const server = services.redis!;
    await throughFaults(load, server, [() => server.kill(), () => server.kill(), async () => server.pause()]);
    load.assertDecent();
    const keys = client.app.get(KeyValue);
    for (const id of taken) assert.equal(await keys.get(id), undefined, `${id} came back to life`);
    assert.equal(new Set(taken).size, taken.length, 'taken twice');
    for (const id of issued) {
      if (!tried.has(id)) assert.equal(await keys.get(id), 'unused', `${id} was acknowledged and is lost`);
    }
  });
});
