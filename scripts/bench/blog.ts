/**
 * `npm run bench blog`: the blog of chapter 22 next to the same contract on Fastify, Express, Nest and bare node:http, on sql.js
 * in memory and on PostgreSQL with Redis. See README.md.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { Migrations } from '../../solutions/22-processes/src/store/migrations.ts';
import { type Services, startServices } from '../workshop/services/services.ts';
import { build, type Name, PROGRAMS } from './blog/build.ts';
import { coldStart } from './blog/cold-start.ts';
import { assertConforms, JWT_SECRET } from './blog/conformance.ts';
import { BlogLoad, CONNECTIONS, MIX } from './blog/load.ts';
import { describe, type Figures, judge, type Results } from './blog/report.ts';
import { openKeyValue } from './blog/servers/shared/key-value.ts';
import { seed } from './blog/servers/shared/seed.ts';
import { openStore } from './blog/servers/shared/store.ts';
import { whenInterrupted } from './interrupted.ts';
import { pinTo, Server } from './server.mjs';
import { table } from './table.mjs';

const isQuick = process.argv.includes('quick');
const number = process.argv.find((word) => /^\d+$/.test(word));
/** Requests per turn: the whole mix, sixteen times. */
const TURN = 320;
const turns = isQuick ? 3 : Number(number ?? 30);
const warmUp = isQuick ? TURN : 20 * TURN;
const rate = isQuick ? 100 : 300;
const seconds = isQuick ? 1 : 3;
const rounds = isQuick ? 1 : 3;
const starts = isQuick ? 1 : 7;

const names = Object.keys(PROGRAMS) as Name[];

interface Engine {
  readonly title: string;
  readonly env: Record<string, string>;
  /** Restores the initial data, which is the same for every server. */
  reset(): Promise<void>;
}

if (!existsSync(join(import.meta.dirname, 'node_modules', '@nestjs'))) {
  console.error('The other frameworks are not installed. Run: npm ci --prefix scripts/bench');
  process.exit(1);
}
// Each server gets its own REDIS_URL.
delete process.env.REDIS_URL;
const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
chmodSync(folder, 0o755);
const starting = startServices({ folder, anyPorts: true, isLasting: false });
const running = new Set<Server>();
let stopping: Promise<void> | undefined;
let stores: ReturnType<typeof openStores> | undefined;
whenInterrupted(stop);
const services = await starting;
try {
  await build();
  // The load generator runs on the other core, if there is one.
  pinTo(1);
  for (const engine of enginesOf(services)) await measure(engine);
} catch (error) {
  if (stopping === undefined) console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await stop();
  // The connections that filled the stores are still open and would keep the process alive.
  process.exit();
}

function stop(): Promise<void> {
  stopping ??= Promise.all([...running].map((server) => server.stop()))
    .then(() => starting)
    .then((started) => started.stop())
    .finally(() => rmSync(folder, { recursive: true, force: true }));
  return stopping;
}

function enginesOf({ postgres, redis, addresses }: Services): Engine[] {
  const common = { JWT_SECRET, BCRYPT_COST: '4', DATABASE_POOL: '10' };
  const memory = { ...common, DATABASE_URL: 'memory:' };
  const engines: Engine[] = [{ title: 'sql.js in memory', env: memory, reset: async () => {} }];
  if (postgres === undefined || redis === undefined) {
    console.log('PostgreSQL and Redis are not installed, so the blog is only measured on sql.js.');
    return engines;
  }
  const { DATABASE_URL = '', REDIS_URL = '' } = addresses;
  const reset = () => refill(DATABASE_URL, REDIS_URL);
  return [...engines, { title: 'PostgreSQL and Redis', env: { ...common, DATABASE_URL, REDIS_URL }, reset }];
}

async function refill(databaseUrl: string, redisUrl: string): Promise<void> {
  stores ??= openStores(databaseUrl, redisUrl);
  const { store, keyValue } = await stores;
  await store.run('truncate users, posts, sessions, token_cutoffs cascade');
  const redis = await createClient({ url: redisUrl }).connect();
  await redis.flushDb();
  redis.destroy();
  await seed(store, keyValue, names);
}

/** Creates the tables with the blog's own migrations. The other frameworks use the same tables. */
async function openStores(databaseUrl: string, redisUrl: string) {
  const db = await openDatabase(databaseUrl);
  const migrations = new Migrations();
  Object.assign(migrations, { db, log: { info() {} } });
  await migrations.onStart();
  await db.onStop();
  return { store: await openStore(databaseUrl), keyValue: await openKeyValue(redisUrl) };
}

async function measure(engine: Engine): Promise<void> {
  const servers = new Map<Name, { server: Server; load: BlogLoad }>();
  const results = Object.fromEntries(
    names.map((name) => [name, { cpu: [], p50: [], p99: [], memory: [], start: [] } satisfies Figures]),
  ) as unknown as Results;
  progress(`${engine.title}: every server must pass the conformance script`);
  for (const name of names) await check(name, engine);
  await engine.reset();
  for (const name of shuffled(names)) {
    const server = await begin(name, engine);
    const load = await BlogLoad.open(name, server.url);
    servers.set(name, { server, load });
    await load.send(warmUp);
  }
  progress(`${engine.title}: CPU time, ${turns} turns of ${TURN} requests each`);
  for (let turn = 0; turn < turns; turn++) {
    for (const name of shuffled(names)) {
      const { server, load } = servers.get(name)!;
      await load.prepare();
      const before = await server.cpuTime();
      await load.send(TURN);
      results[name].cpu.push(((await server.cpuTime()) - before) / TURN);
      results[name].memory.push((await server.memory()) / 1e6);
    }
  }
  progress(`${engine.title}: durations at ${rate} requests per second`);
  for (let round = 0; round < rounds; round++) {
    for (const name of shuffled(names)) {
      const { load } = servers.get(name)!;
      await load.prepare();
      const durations = (await load.sendAt(rate, rate * seconds)).sort((a, b) => a - b);
      results[name].p50.push(durations[Math.floor(durations.length * 0.5)]!);
      results[name].p99.push(durations[Math.floor(durations.length * 0.99)]!);
    }
  }
  const { server, load } = servers.get('trellis')!;
  await load.prepare();
  const parts = await server.profile(() => load.send(warmUp));
  for (const each of servers.values()) {
    each.load.close();
    await end(each.server);
  }
  progress(`${engine.title}: from the start to the first response`);
  for (let start = 0; start < starts; start++) {
    for (const name of shuffled(names)) results[name].start.push(await coldStart(name, envOf(name, engine)));
  }
  print(engine, results, parts);
}

function print({ title }: Engine, results: Results, parts: Record<string, number>): void {
  const mix = Object.entries(MIX).map(([kind, count]) => `${count} ${kind}`);
  console.log(
    `\n${title}. Of 20 requests: ${mix.join(', ')}; ${CONNECTIONS} connections; Node ${process.versions.node}.`,
  );
  console.log('1.00 is the best of the three peers in this column, and less is better.\n');
  console.log(describe(results));
  console.log(`\n${table([['aim', 'wanted', 'reached', ''], ...judge(results)])}`);
  delete parts.waiting;
  const total = Object.values(parts).reduce((sum, time) => sum + time, 0);
  const rows = Object.entries(parts)
    .map(([part, time]): [string, number] => [part, (100 * time) / total])
    .filter(([, percent]) => percent >= 1)
    .sort(([, a], [, b]) => b - a)
    .map(([part, percent]) => [part, `${percent.toFixed(1)} %`]);
  console.log(`\nWhere the time of trellis goes\n\n${table([['', 'share'], ...rows])}`);
}

/** Checks a server against the contract, with fresh data, before anything is timed. */
async function check(name: Name, engine: Engine): Promise<void> {
  await engine.reset();
  const server = await begin(name, engine);
  await assertConforms(name, server.url);
  await end(server);
}

async function begin(name: Name, engine: Engine): Promise<Server> {
  const server = await Server.start(name, { program: PROGRAMS[name], env: envOf(name, engine) });
  running.add(server);
  return server;
}

async function end(server: Server): Promise<void> {
  running.delete(server);
  await server.stop();
}

function envOf(name: Name, { env }: Engine): Record<string, string> {
  return { ...env, BENCH_SERVER: name };
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
