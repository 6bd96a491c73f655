/**
 * `npm run bench file`: what a commit costs with `DATABASE_URL=file:`, by the size of the file. Every save writes the whole
 * file, so the cost grows with it.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'trellis';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { whenInterrupted } from './interrupted.ts';
import { median, table } from './table.mjs';

const isQuick = process.argv.includes('quick');
const sizes = isQuick ? [1] : [1, 10, 50, 100];
const commits = isQuick ? 3 : 20;
/** Clients that write at the same moment. Their writes share a save. */
const together = 100;
const ROW_BYTES = 1000;

const folder = await mkdtemp(join(tmpdir(), 'trellis-bench-'));
const removeFolder = () => rm(folder, { recursive: true, force: true });
whenInterrupted(removeFolder);
try {
  const rows = [];
  for (const megabytes of sizes) rows.push(await measure(megabytes));
  const head = ['file', 'one commit', 'CPU time of it', `${together} at once`, 'longest pause', 'memory'];
  console.log(table([head, ...rows]));
} finally {
  await removeFolder();
}

async function measure(megabytes: number): Promise<string[]> {
  const path = join(folder, `${megabytes}.db`);
  const db = await openDatabase(`file:${path}`);
  try {
    await db.run`create table entries (id integer primary key, content text not null)`;
    await db.transaction(async (tx) => {
      const content = 'x'.repeat(ROW_BYTES);
      const batch = sql.join(Array.from({ length: 500 }, () => sql`(${content})`));
      for (let bytes = 0; bytes < megabytes * 1e6; bytes += 500 * ROW_BYTES) {
        await tx.run`insert into entries (content) values ${batch}`;
      }
    });
    const insert = () => timed(() => db.run`insert into entries (content) values (${'one more'})`);
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    const single = [];
    const before = process.cpuUsage();
    for (let index = 0; index < commits; index++) single.push(await insert());
    const { user, system } = process.cpuUsage(before);
    loop.disable();
    const group = await timed(() => Promise.all(Array.from({ length: together }, insert)));
    return [
      `${((await stat(path)).size / 1e6).toFixed(0)} MB`,
      milliseconds(median(single)),
      milliseconds((user + system) / 1000 / commits),
      milliseconds(group),
      milliseconds(loop.max / 1e6),
      `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`,
    ];
  } finally {
    await db.onStop();
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function milliseconds(duration: number): string {
  return `${duration.toFixed(0)} ms`;
}
