/**
 * `npm run bench file`: what a commit costs with `DATABASE_URL=file:`, by the size of the file. A commit appends what it
 * changes to a journal; starting and stopping read and write the whole file.
 */
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'trellis';
import { SqljsDatabase } from '../../framework/drivers/sqljs/database.ts';
import { whenInterrupted } from './interrupted.ts';
import { median, table } from './table.mjs';

const isQuick = process.argv.includes('quick');
const sizes = isQuick ? [1] : [1, 10, 50, 100];
const commits = isQuick ? 3 : 50;
/** Clients that write at the same moment. Their writes share a save. */
const together = 100;
const ROW_BYTES = 1000;

const folder = await mkdtemp(join(tmpdir(), 'trellis-bench-'));
const removeFolder = () => rm(folder, { recursive: true, force: true });
whenInterrupted(removeFolder);
try {
  const rows = [];
  for (const megabytes of sizes) rows.push(await measure(megabytes));
  const head = [
    'file',
    'one commit',
    'its CPU time',
    `${together} at once`,
    'syncs',
    'CPU time to stop',
    'to start',
    'memory',
  ];
  console.log(table([head, ...rows]));
} finally {
  await removeFolder();
}

async function measure(megabytes: number): Promise<string[]> {
  const path = join(folder, `${megabytes}.db`);
  const db = new SqljsDatabase(`file:${path}`);
  await db.onStart();
  try {
    await db.run`create table entries (id integer primary key, content text not null)`;
    await db.transaction(async (tx) => {
      const content = 'x'.repeat(ROW_BYTES);
      const batch = sql.join(Array.from({ length: 500 }, () => sql`(${content})`));
      for (let bytes = 0; bytes < megabytes * 1e6; bytes += 500 * ROW_BYTES) {
        await tx.run`insert into entries (content) values ${batch}`;
      }
    });
    const insert = () => db.run`insert into entries (content) values (${'one more'})`;
    const single = [];
    // The first ones don't count: V8 is still compiling.
    for (let index = 0; index < commits; index++) await insert();
    for (let index = 0; index < commits; index++) single.push(await timed(insert));
    const before = await lines(`${path}.journal`);
    const group = await timed(() => Promise.all(Array.from({ length: together }, insert)));
    const syncs = (await lines(`${path}.journal`)) - before;
    const { rss } = process.memoryUsage();
    const stop = await timed(() => db.onStop());
    const start = await timed(() => db.onStart());
    return [
      `${((await stat(path)).size / 1e6).toFixed(0)} MB`,
      milliseconds(median(single.map(({ duration }) => duration))),
      milliseconds(median(single.map(({ cpuTime }) => cpuTime))),
      milliseconds(group.duration),
      String(syncs),
      milliseconds(stop.cpuTime),
      milliseconds(start.cpuTime),
      `${(rss / 1e6).toFixed(0)} MB`,
    ];
  } finally {
    await db.onStop();
  }
}

/** Every save appends a line and flushes it. */
async function lines(path: string): Promise<number> {
  return (await readFile(path, 'utf8')).split('\n').length - 1;
}

/** In milliseconds. */
async function timed(work: () => Promise<unknown>): Promise<{ duration: number; cpuTime: number }> {
  const started = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { duration: performance.now() - started, cpuTime: (user + system) / 1000 };
}

function milliseconds(duration: number): string {
  return `${duration.toFixed(duration < 10 ? 1 : 0)} ms`;
}
