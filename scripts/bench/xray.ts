/**
 * `npm run bench xray`: what it costs a chapter to be watched. The solution of chapter 11 gets 500 requests a second, alone
 * and under `npm run solution 11` with a listener at its X-ray; answer times of both, and the memory over time.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join, resolve } from 'node:path';
import { nextFree } from '../workshop/ports.ts';
import { type FeedAddress, feedFile } from '../workshop/xray/feed.ts';
import { greet } from '../workshop/xray/handshake.ts';
import { whenInterrupted } from './interrupted.ts';
import { median, table } from './table.mjs';

const root = resolve(import.meta.dirname, '..', '..');
const plain = ['--import', 'tsx', join(root, 'solutions', '11-the-blog', 'src', 'main.ts')];
const watched = [join(root, 'scripts', 'main.mjs'), 'solution', '11'];
const RATE = 500;
const TURN_SECONDS = 2;

const isQuick = process.argv.includes('quick');
const turns = isQuick ? 1 : Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 15);

interface Running {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly p50: number[];
  readonly p99: number[];
  readonly megabytes: number[];
}

const running: Running[] = [];
const children: ChildProcess[] = [];
whenInterrupted(stop);
try {
  running.push(await start('alone', plain), await start('with X-ray', watched));
  const seen = listenToFeed();
  for (const { url } of running) await load(url, TURN_SECONDS);
  for (let turn = 0; turn < turns; turn++) for (const each of running) await takeTurn(each);
  const rows = running.map(({ name, p50, p99, megabytes }) => [
    name,
    `${median(p50).toFixed(2)} ms`,
    `${median(p99).toFixed(2)} ms`,
    megabytes.length === 0 ? 'unknown' : `${megabytes[0]} → ${megabytes.at(-1)} MB`,
  ]);
  console.log(
    `${RATE} requests a second, ${turns} turns of ${TURN_SECONDS} s each; the page was told of ${seen.traces}.\n`,
  );
  console.log(table([['', 'p50', 'p99', 'memory, first and last turn'], ...rows]));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  stop();
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}

async function start(name: string, args: string[]): Promise<Running> {
  const port = await nextFree(4800 + running.length);
  const env = {
    ...process.env,
    PORT: String(port),
    JWT_SECRET: 'a secret for the benchmark of the X-ray',
    DATABASE_URL: 'memory:',
  };
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  // Both are read, or the program would eventually wait for a reader.
  child.stdout.resume();
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed = (printed + text).slice(-2_000);
  });
  const url = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + 60_000;
  while ((await timeOf(`${url}/posts`).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The blog ${name} did not start:\n${printed}`);
    await passed(50);
  }
  return { name, child, url, p50: [], p99: [], megabytes: [] };
}

async function takeTurn({ child, url, p50, p99, megabytes }: Running): Promise<void> {
  const times = (await load(url, TURN_SECONDS)).sort((a, b) => a - b);
  p50.push(times[Math.floor(times.length * 0.5)]!);
  p99.push(times[Math.floor(times.length * 0.99)]!);
  const memory = memoryOf(child.pid!);
  if (memory > 0) megabytes.push(memory);
}

/**
 * Requests go out when their time has come, whether or not those before were answered; each is timed from then. Each turn has
 * its own connections: between two turns, the server would close them.
 */
async function load(url: string, seconds: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const begin = performance.now();
  const answers: Promise<number>[] = [];
  while (answers.length < RATE * seconds) {
    const due = begin + (answers.length * 1000) / RATE;
    if (due > performance.now()) await passed(1);
    else answers.push(timeOf(`${url}/posts`, agent, due));
  }
  return Promise.all(answers).finally(() => agent.destroy());
}

function timeOf(url: string, agent?: Agent, since = performance.now()): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
      answer.resume().once('end', () => resolve(performance.now() - since));
    }).once('error', reject);
  });
}

/** Listens as the site does for a page that is open. */
function listenToFeed(): { traces: number } {
  const { port, token } = JSON.parse(readFileSync(feedFile(root), 'utf8')) as FeedAddress;
  const seen = { traces: 0 };
  get({ port, host: '127.0.0.1', headers: { ...greet(token).headers } }, (events) => {
    let line = '';
    events.setEncoding('utf8').on('data', (text: string) => {
      const lines = (line + text).split('\n\n');
      line = lines.pop() ?? '';
      for (const event of lines) seen.traces += JSON.parse(event.slice('data: '.length)).traces?.length ?? 0;
    });
    events.on('error', () => {});
  }).on('error', () => {});
  return seen;
}

/** Of a process and those that it has started, in megabytes. Read from /proc, and 0 where there is none. */
function memoryOf(pid: number): number {
  let sum = 0;
  try {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      const status = readFileSync(join('/proc', name, 'status'), 'utf8');
      const isOurs = name === String(pid) || new RegExp(`^PPid:\\s+${pid}$`, 'm').test(status);
      if (isOurs) sum += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    }
  } catch {
    // A process may end while we look; the next turn looks again.
  }
  return Math.round(sum);
}

function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
