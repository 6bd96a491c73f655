/**
 * `npm run bench processes`: the list of 50 posts of the finished blog (chapter 22) on PostgreSQL and Redis, with one process and
 * with two, and where the time goes. Needs wrk, PostgreSQL and Redis. See README.md.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startServices } from '../workshop/services/services.ts';
import { whenInterrupted } from './interrupted.ts';
import { median, table } from './table.mjs';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..', '..');
const main = join(root, 'solutions', '22-processes', 'src', 'main.ts');
const CONNECTIONS = 64;
const POSTS = 50;

const isQuick = process.argv.includes('quick');
const rounds = isQuick ? 1 : Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 3);
const seconds = isQuick ? 1 : 5;

interface Figures {
  rate: number;
  p50: number;
  p99: number;
}

const folder = mkdtempSync(join(tmpdir(), 'trellis-bench-'));
chmodSync(folder, 0o755);
const starting = startServices({ folder, anyPorts: true });
let blog: ChildProcess | undefined;
let stopping: Promise<void> | undefined;
whenInterrupted(() => {
  blog?.kill('SIGKILL');
  return stopServices();
});
const services = await starting;
try {
  if (!services.postgres || !services.redis)
    throw new Error('The blog needs PostgreSQL and Redis: npm run services says how to install them');
  await fill();
  const results: Record<string, Figures[]> = { '1': [], '2': [] };
  for (let round = 0; round < rounds; round++) {
    for (const [workers, figures] of Object.entries(results)) figures.push(await measure(workers));
  }
  const rows = Object.entries(results).map(([workers, figures]) => [
    workers,
    ...(['rate', 'p50', 'p99'] as const).map((name) => median(figures.map((figure) => figure[name])).toFixed(1)),
  ]);
  console.log(
    `GET /posts with ${POSTS} posts; wrk with ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s.\n`,
  );
  console.log(table([['processes', 'requests/s', 'p50 ms', 'p99 ms'], ...rows]));
  console.log('\nWhere the time of one process goes:\n');
  console.log(table([['part', 'share'], ...(await profile())]));
} catch (error) {
  // Requests that fail because we are shutting down are expected.
  if (stopping === undefined) console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await stopServices();
}

/** Stops the servers, which would outlive this process. Several callers share the same promise. */
function stopServices(): Promise<void> {
  stopping ??= starting.then(({ stop }) => stop()).finally(() => rmSync(folder, { recursive: true, force: true }));
  return stopping;
}

async function fill(): Promise<void> {
  await withBlog('1', [], async (url) => {
    const post = (path: string, body: object, token = '', method = 'POST') =>
      fetch(url + path, { method, body: JSON.stringify(body), headers: { authorization: `Bearer ${token}` } }).then(
        (answer) => answer.json() as Promise<Record<string, string>>,
      );
    const person = { email: 'cook@example.com', password: 'basil and salt', name: 'The cook' };
    const { token } = await post('/auth/register', person);
    for (let number = 1; number <= POSTS; number++) {
      const text = { title: `Soup number ${number}`, content: 'Add more basil, and taste. '.repeat(12) };
      const { id } = await post('/posts', text, token);
      await post(`/posts/${id}`, { ...text, published: true }, token, 'PUT');
    }
  });
}

function measure(workers: string): Promise<Figures> {
  return withBlog(workers, [], async (url) => {
    await load(url, 1);
    const output = await load(url, seconds);
    if (/Non-2xx/.test(output)) throw new Error(`Not every answer was right:\n${output}`);
    return {
      rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
      p50: milliseconds(/50%\s+(\S+)/.exec(output)?.[1]),
      p99: milliseconds(/99%\s+(\S+)/.exec(output)?.[1]),
    };
  });
}

async function load(url: string, duration: number): Promise<string> {
  const { stdout } = await run('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '--latency', `${url}/posts`]);
  return stdout;
}

/** The share of each part in a CPU profile, by the file in which a function is defined. */
async function profile(): Promise<string[][]> {
  const profiles = join(folder, 'profiles');
  await withBlog('1', ['--cpu-prof', `--cpu-prof-dir=${profiles}`], async (url) => {
    await load(url, 1);
    await load(url, seconds);
  });
  const file = readdirSync(profiles)
    .map((name) => readFileSync(join(profiles, name), 'utf8'))
    .sort((a, b) => b.length - a.length)[0];
  if (file === undefined) throw new Error('Node has written no profile.');
  const { nodes, samples, timeDeltas } = JSON.parse(file) as CpuProfile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parts = new Map<string, number>();
  // Only the last seconds count: everything before them is startup and warm-up.
  const end = timeDeltas.reduce((sum, delta) => sum + delta, 0);
  let now = 0;
  for (const [index, id] of samples.entries()) {
    const delta = timeDeltas[index] ?? 0;
    now += delta;
    if (now < end - seconds * 1e6) continue;
    const part = partOf(frames.get(id)!);
    parts.set(part, (parts.get(part) ?? 0) + delta);
  }
  const total = [...parts.values()].reduce((sum, time) => sum + time, 0);
  return [...parts]
    .sort(([, a], [, b]) => b - a)
    .map(([part, time]) => [part, `${((100 * time) / total).toFixed(1)} %`]);
}

interface Frame {
  functionName: string;
  url: string;
}

interface CpuProfile {
  nodes: { id: number; callFrame: Frame }[];
  samples: number[];
  timeDeltas: number[];
}

function partOf({ functionName, url }: Frame): string {
  if (functionName === '(idle)') return 'waiting';
  if (functionName === '(garbage collector)') return 'collecting garbage';
  if (/[\\/]node_modules[\\/](pg|postgres)[^\\/]*[\\/]/.test(url)) return 'the package pg';
  // A profile adds the time of built-in functions to their caller. This caller does nothing but JSON.stringify.
  if (functionName === 'json' && url.includes('framework')) return 'the framework: JSON of the answer';
  if (/[\\/]framework[\\/]drivers[\\/]/.test(url)) return 'the framework: PostgreSQL driver';
  if (/[\\/]framework[\\/]/.test(url)) return 'the framework: everything else';
  if (url.includes('22-processes')) return "the blog's own code";
  if (url.startsWith('node:') || url === '') return 'Node: HTTP, sockets, the system';
  return 'other packages';
}

async function withBlog<T>(workers: string, flags: string[], work: (url: string) => Promise<T>): Promise<T> {
  const env = { ...process.env, ...services.addresses, WORKERS: workers, PORT: '0', HOST: '127.0.0.1' };
  const child = spawn(process.execPath, [...flags, '--import', 'tsx', main], {
    cwd: root,
    env: {
      ...env,
      JWT_SECRET: 'a secret for the benchmark of processes',
      BCRYPT_COST: '4',
      LOG_LEVEL: 'info',
      TRUST_PROXY: '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  blog = child;
  try {
    return await work(await addressOf(child, Number(workers)));
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }
}

/** Resolves once all workers are listening. */
function addressOf(child: ChildProcess, workers: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const listen = (text: Buffer) => {
      output += text;
      const lines = [...output.matchAll(/Listening on http:\/\/localhost:(\d+)/g)];
      if (lines.length >= workers) resolve(`http://127.0.0.1:${lines[0]![1]}`);
    };
    child.stdout!.on('data', listen);
    child.stderr!.on('data', listen);
    child.once('exit', () => reject(new Error(`The blog does not start:\n${output}`)));
  });
}

function milliseconds(text = ''): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * (unit === 's' ? 1_000 : unit === 'us' ? 0.001 : 1);
}
