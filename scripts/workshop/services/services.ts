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

/** The variables that make an application use them. One that is not installed is absent. */
export interface Addresses {
  DATABASE_URL?: string;
  REDIS_URL?: string;
}

/** What runs. */
export interface Services {
  readonly postgres: Service | undefined;
  readonly redis: Service | undefined;
  readonly addresses: Addresses;
  /** Lets both finish. The data stays. */
  stop(): Promise<void>;
}

export interface ServicesOptions {
  /** Where the data goes. A test gives a temporary folder. */
  folder?: string;
  /** `true` takes any free ports, as tests want; otherwise 54320 and 63790, or the next ones that are free. */
  anyPorts?: boolean;
  /** `false` where nothing has to survive a power cut: it spares the disk. */
  isLasting?: boolean;
  /** Which of those that are installed. */
  found?: Found;
}

/** Starts what is installed of PostgreSQL and Redis, on 127.0.0.1. */
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

/** The addresses of what `npm run services` has started, if it runs: for checks and for other windows. */
export function runningServices(): Addresses | undefined {
  try {
    const { pid, ...addresses } = JSON.parse(readFileSync(record, 'utf8')) as Addresses & { pid: number };
    process.kill(pid, 0);
    return addresses;
  } catch {
    return undefined;
  }
}

/** Writes the addresses down, until the function that it gives is called. They contain the passwords. */
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
