import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { root } from '../chapters.ts';
import { nextFree } from '../ports.ts';
import { type Found, findServices } from './find.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';
import type { Service } from './service.ts';

export { findServices, howToInstall } from './find.ts';
export type { Service } from './service.ts';

/** The environment variables with the addresses. A server that isn't installed has none. */
export interface Addresses {
  DATABASE_URL?: string;
  REDIS_URL?: string;
}

/** The servers that are running. */
export interface Services {
  readonly postgres: Service | undefined;
  readonly redis: Service | undefined;
  readonly addresses: Addresses;
  /** Shuts both down cleanly. The data stays. */
  stop(): Promise<void>;
}

export interface ServicesOptions {
  /** Where the data is stored; tests use a temporary folder. */
  folder?: string;
  /** `true` uses any free ports; `false` uses 54320 and 63790, or the next ones that are free. */
  anyPorts?: boolean;
  /** `false` is faster, but Redis writes nothing to disk, and PostgreSQL may lose data in a power cut. */
  isLasting?: boolean;
  /** The servers to start; by default all that are installed. */
  found?: Found;
}

/** Starts PostgreSQL and Redis on 127.0.0.1, or the one of them that is installed. */
export async function startServices(options: ServicesOptions = {}): Promise<Services> {
  const {
    folder = join(root, '.workshop', 'services'),
    anyPorts = false,
    isLasting = true,
    found = findServices(),
  } = options;
  const port = anyPorts ? freePort : nextFree;
  mkdirSync(folder, { recursive: true });
  const starts = await Promise.allSettled([
    found.postgres && startPostgres(found.postgres, folder, await port(54_320), isLasting),
    found.redis && startRedis(found.redis, folder, await port(63_790), isLasting),
  ]);
  const [postgres, redis] = starts.map((start) => (start.status === 'fulfilled' && start.value) || undefined);
  const stop = async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure) {
    await stop();
    throw failure.reason;
  }
  const addresses = { ...(postgres && { DATABASE_URL: postgres.url }), ...(redis && { REDIS_URL: redis.url }) };
  return { postgres, redis, addresses, stop };
}

const record = join(root, '.workshop', 'services.json');

/** The addresses of the servers of `npm run services`, if it is running in another terminal. */
export function runningServices(): Addresses | undefined {
  try {
    const { pid, ...addresses } = JSON.parse(readFileSync(record, 'utf8')) as Addresses & { pid: number };
    process.kill(pid, 0);
    return addresses;
  } catch {
    return undefined;
  }
}

/** Writes the addresses, with their passwords, to a file. Returns a function that removes it. */
export function publishServices(addresses: Addresses): () => void {
  rmSync(record, { force: true });
  writeFileSync(record, `${JSON.stringify({ ...addresses, pid: process.pid }, null, 2)}\n`, { mode: 0o600 });
  return () => rmSync(record, { force: true });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
