import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How to run one server. */
export interface Recipe {
  /** For people: `PostgreSQL`. */
  readonly name: string;
  readonly url: string;
  readonly program: string;
  readonly args: string[];
  readonly options?: Pick<SpawnOptions, 'uid' | 'gid' | 'cwd' | 'env'>;
  /** What it prints when it takes connections. */
  readonly ready: RegExp;
  /** The signal that makes it finish what runs and leave. */
  readonly goodbye: NodeJS.Signals;
}

const START = 30_000;

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

  /** Resolves when it takes connections. */
  async start(): Promise<void> {
    const until = performance.now() + START;
    for (;;) {
      const output = await this.#spawn();
      if (output === undefined) return;
      // What was killed a moment ago may still hold its port or its lock.
      if (performance.now() > until || !/lock|in use|still|already/i.test(output)) {
        throw new Error(`${this.name} does not start:\n${output.trim().split('\n').slice(-12).join('\n')}`);
      }
      await delay(200);
    }
  }

  /** Lets it finish. */
  async stop(): Promise<void> {
    await this.#end(this.#recipe.goodbye);
  }

  /** As a power cut would: no goodbye, nothing flushed. */
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

  /** What it has printed, where it has ended instead of becoming ready. */
  async #spawn(): Promise<string | undefined> {
    const { program, args, options, ready } = this.#recipe;
    // A group of its own: Ctrl-C reaches us alone, and we say goodbye in our own words.
    const detached = process.platform !== 'win32';
    const child = spawn(program, args, { ...options, detached, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const isReady = await new Promise<boolean>((resolve) => {
      const listen = (text: Buffer) => {
        // Read on for ever, or the server would wait for us; keep what tells of a failed start.
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
    // A script that forgets to stop it is told so by nobody, but can end.
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

/** To all its processes where a signal leaves no time to pass it on: PostgreSQL has one for each connection. */
function send(child: ChildProcess, signal: NodeJS.Signals): void {
  const family = /KILL|STOP|CONT/.test(signal) ? [child.pid!, ...childrenOf(child.pid!)] : [child.pid!];
  for (const pid of family) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
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
