/** `npm run bench fetch`: the CPU time of `app.fetch(request)`, next to that of Hono and h3. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compiled } from './compile.mjs';
import { whenInterrupted } from './interrupted.ts';
import { median, table } from './table.mjs';
import { WORK } from './work.mjs';

const here = import.meta.dirname;
const applications = {
  'by hand': join(here, 'fetch', 'bare.mjs'),
  trellis: compiled('servers/trellis-app.ts', 'fetch'),
  hono: join(here, 'servers', 'hono-app.mjs'),
  h3: join(here, 'servers', 'h3-app.mjs'),
};
type Name = keyof typeof applications;
const names = Object.keys(applications) as Name[];

const isQuick = process.argv.includes('quick');
const turns = isQuick ? 3 : (Number(process.argv.find((word) => /^[1-9]\d?$/.test(word))) || 3) * 10;
/** So many that a turn takes some tens of milliseconds, which the clock of a process can measure. */
const requests = isQuick ? 100 : 1_000;
/** Turns that don't count: V8 is still compiling. */
const practice = isQuick ? 1 : 15;

const workers = new Map<Name, ChildProcess>();
const cleanUp = async () => {
  for (const worker of workers.values()) worker.kill('SIGKILL');
};
whenInterrupted(cleanUp);
try {
  for (const name of names) workers.set(name, await start(name));
  const works = Object.keys(WORK);
  const columns = new Map<string, Map<Name, string>>();
  for (const work of works) columns.set(work, await measure(work));
  console.log(`CPU time of app.fetch(request), the median of ${turns} turns; Node ${process.versions.node}.`);
  console.log(
    'The first figure is the share of a function written by hand: 1.00 costs the same, 0.50 twice as much.\n',
  );
  const rows = names.map((name) => [name, ...works.map((work) => columns.get(work)!.get(name)!)]);
  console.log(table([['', ...works], ...rows]));
  if (isQuick) console.log('\nA single short round: it shows that everything runs, and says little about speed.');
} finally {
  await cleanUp();
}

async function start(name: Name): Promise<ChildProcess> {
  const args = [join(here, 'fetch', 'worker.mjs'), pathToFileURL(applications[name]).href];
  const env = { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error' };
  const worker = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  worker.once('exit', (code) => {
    if (code !== null) process.exit(code);
  });
  await once(worker, 'message');
  return worker;
}

/** The frameworks take turns, so that whatever slows the machine down slows all of them. */
async function measure(work: string): Promise<Map<Name, string>> {
  process.stderr.write(`${work}\n`);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let turn = -practice; turn < turns; turn++) {
    for (const [name, worker] of workers) {
      worker.send({ work, requests });
      const [microseconds] = await once(worker, 'message');
      if (turn >= 0) times.get(name)!.push(microseconds as number);
    }
  }
  const bare = times.get('by hand')!;
  return new Map(
    names.map((name) => {
      const own = times.get(name)!;
      const share = median(own.map((time, turn) => bare[turn]! / time));
      return [name, `${share.toFixed(2)} ${median(own).toFixed(1).padStart(6)} µs`];
    }),
  );
}
