import { type ChildProcess, execFile, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** How to run one server. */
export interface Recipe {
  /** For messages: `PostgreSQL`. */
  readonly name: string;
  readonly url: string;
  readonly program: string;
  readonly args: string[];
  readonly options?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'>;
  /** What it prints when it accepts connections. */
  readonly ready: RegExp;
  /** The signal for a clean shutdown. */
  readonly shutdownSignal: NodeJS.Signals;
}

const START = 30_000;
const STOP = 10_000;

/** A server as a child process, which can be stopped, killed and started again on the same port with the same data. */
export class Service {
  readonly #recipe: Recipe;
  #child: ChildProcess | undefined;

  constructor(recipe: Recipe) {
    this.#recipe = recipe;
  }

  get name(): string {
    return this.#recipe.name;
  }

  get url(): string {
    return this.#recipe.url;
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    const until = performance.now() + START;
    for (;;) {
      const output = await this.#spawn();
      if (output === undefined) return;
      // A server that was killed a moment ago may still hold the port or the lock.
      if (performance.now() > until || !/lock|in use|still|already/i.test(output)) {
        throw new Error(`${this.name} does not start:\n${output.trim().split('\n').slice(-12).join('\n')}`);
      }
      await delay(200);
    }
  }

  /** Shuts it down cleanly. */
  async stop(): Promise<void> {
    await this.#end(this.#recipe.shutdownSignal);
  }

  /** Like a crash: it gets no chance to shut down, or to write what it still has in memory. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Stops responding without closing a connection, as if the network were down, until `resume()`. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Returns undefined once the server is ready, or its output if it ended instead. */
  async #spawn(): Promise<string | undefined> {
    const { program, args, options, ready } = this.#recipe;
    // In its own process group, Ctrl-C doesn't reach it: we shut it down ourselves.
    const detached = process.platform !== 'win32';
    const child = spawn(program, args, { ...options, detached, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const isReady = await new Promise<boolean>((resolve) => {
      const listen = (text: Buffer) => {
        // Never stop reading, or a full pipe would block the server. The end of the output explains a failed start.
        output = `${output}${text}`.slice(-10_000);
        if (ready.test(output)) resolve(true);
      };
      child.stdout.on('data', listen);
      child.stderr.on('data', listen);
      child.once('error', (error) => {
        output += error.message;
        resolve(false);
      });
      child.once('exit', () => resolve(false));
    });
    if (!isReady) return output;
    // The server must not keep a script alive that forgets to stop it.
    child.unref();
    (child.stdout as unknown as { unref(): void }).unref();
    (child.stderr as unknown as { unref(): void }).unref();
    this.#child = child;
    return undefined;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    this.#child = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    const gone = once(child, 'exit');
    send(child, signal);
    await gone;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.#child) send(this.#child, signal);
  }
}

/**
 * Ends a server whose `npm run services` was killed, and resolves when it is gone: two of them would write to the same
 * files. The number in the file may belong to another program by now, so `mark` has to be in the command.
 */
export async function endLeftover(pidFile: string, mark: RegExp): Promise<void> {
  const pid = existsSync(pidFile) && Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  if (!pid || !(await isRunning(pid, mark))) return;
  process.kill(pid, 'SIGINT');
  for (const until = performance.now() + STOP; (await isRunning(pid, mark)) && performance.now() < until; )
    await delay(100);
}

async function isRunning(pid: number, mark: RegExp): Promise<boolean> {
  const found = promisify(execFile)('ps', ['-p', String(pid), '-o', 'args=']);
  return found.then(
    ({ stdout }) => mark.test(stdout),
    () => false,
  );
}

/** PostgreSQL has a process for each connection. A signal that it can't handle and pass on is sent to all of them. */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  const family = /KILL|STOP|CONT/.test(signal) ? [child.pid!, ...childrenOf(child.pid!)] : [child.pid!];
  for (const pid of family) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has already ended.
    }
  }
}

function childrenOf(pid: number): number[] {
  if (process.platform === 'win32') return [];
  if (process.platform === 'linux') {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  }
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return table
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([id, parent]) => (parent === pid ? [id!] : []));
}
