/**
 * `npm run bench growth`: how the cost of routes, middlewares, modules, rows, sessions and connections grows with their number.
 * See README.md.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServices } from '../workshop/services/services.ts';
import { connections } from './growth/connections.ts';
import { inMemory, inRedis } from './growth/entries.ts';
import { rows, sessions } from './growth/rows.ts';
import type { Growth } from './growth/sizes.ts';
import { middlewares, modules, routes } from './growth/structure.ts';
import { whenInterrupted } from './interrupted.ts';
import { table } from './table.mjs';

const isQuick = process.argv.includes('quick');
const upTo = (...sizes: number[]) => (isQuick ? sizes.slice(0, 2) : sizes);

const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
chmodSync(folder, 0o755);
const starting = startServices({ folder, anyPorts: true, isLasting: false });
let stopping: Promise<void> | undefined;
whenInterrupted(stop);
const { addresses } = await starting;
try {
  report(await routes(upTo(10, 100, 1_000, 10_000)));
  report(await middlewares(upTo(1, 10, 50)));
  report(await modules(upTo(10, 100, 1_000)));
  const { DATABASE_URL, REDIS_URL } = addresses;
  if (DATABASE_URL === undefined) console.log('\nPostgreSQL is not installed, so rows are not measured.');
  else {
    report(await rows(DATABASE_URL, upTo(1_000, 10_000, 100_000, 1_000_000)));
    report(await sessions(DATABASE_URL, upTo(1_000, 10_000, 100_000, 1_000_000)));
  }
  report(await inMemory(upTo(1_000, 10_000, 100_000, 1_000_000)));
  if (REDIS_URL === undefined) console.log('\nRedis is not installed, so it is not measured.');
  else report(await inRedis(REDIS_URL, upTo(1_000, 10_000, 100_000, 1_000_000)));
  report(await connections(upTo(10, 100, 1_000, 10_000)));
} catch (error) {
  if (stopping === undefined) console.error((error as Error).stack);
  process.exitCode = 1;
} finally {
  await stop();
}

function stop(): Promise<void> {
  stopping ??= starting
    .then((services) => services.stop())
    .finally(() => rmSync(folder, { recursive: true, force: true }));
  return stopping;
}

function report({ title, head, rows: lines }: Growth): void {
  console.log(`\n${title}\n\n${table([head, ...lines])}`);
}
