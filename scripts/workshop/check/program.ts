import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';

const preload = pathToFileURL(join(import.meta.dirname, 'preload.mjs')).href;

export interface ListedRoute {
  method?: string;
  path: string;
  handler: string;
}

export interface ProgramOptions {
  /** The folder with `main.ts`. */
  src: string;
  env?: Record<string, string>;
  /** Receives what the program prints, as it comes. */
  onOutput?(text: string): void;
  onTrace?(trace: unknown): void;
}

/** A chapter's program did not come up. `output` is what it printed instead. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** A chapter's `main.ts` in a process of its own. Nothing here waits for a fixed time: it listens, or it dies. */
export class Program {
  readonly #child: ChildProcess;
  readonly #listening: Promise<{ url: string; routes: ListedRoute[] }>;
  readonly #exited: Promise<number | null>;
  #output = '';
  #hasExited = false;

  constructor({ src, env = {}, onOutput, onTrace }: ProgramOptions) {
    this.#child = spawn(process.execPath, ['--import', 'tsx', '--import', preload, join(src, 'main.ts')], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output = (this.#output + text).slice(-100_000);
        onOutput?.(text);
      });
    }
    this.#exited = new Promise((resolve) => {
      // "close" comes after the last output has arrived, "exit" may come before.
      this.#child.once('close', (code) => {
        this.#hasExited = true;
        resolve(code);
      });
    });
    this.#listening = new Promise((resolve, reject) => {
      this.#child.on('message', (message: { type: string; url: string; routes: ListedRoute[]; trace: unknown }) => {
        if (message.type === 'listening') resolve(message);
        if (message.type === 'trace') onTrace?.(message.trace);
      });
      this.#child.once('error', reject);
      void this.#exited.then((code) => {
        const message =
          code === 0 ? 'The program ended before it listened.' : 'The program crashed before it listened.';
        reject(new ProgramFailed(message, this.#output));
      });
    });
    this.#listening.catch(() => {});
  }

  /** Resolves when the port is open; rejects at once when the program dies instead. */
  listening(): Promise<{ url: string; routes: ListedRoute[] }> {
    return this.#listening;
  }

  /** Resolves to the exit code. */
  exited(): Promise<number | null> {
    return this.#exited;
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** What the program has printed so far, its log included. */
  get output(): string {
    return this.#output;
  }

  /** Resolves when the program prints something more, or when the time is over. */
  async nextOutput(milliseconds: number): Promise<void> {
    const signal = AbortSignal.timeout(milliseconds);
    const streams = [this.#child.stdout, this.#child.stderr].filter((stream) => stream !== null);
    await Promise.race(streams.map((stream) => once(stream, 'data', { signal }))).catch(() => {});
  }

  /** Moves the clock that the program sees. */
  async advance(milliseconds: number): Promise<void> {
    const advanced = once(this.#child, 'message');
    this.#child.send({ type: 'advance', milliseconds });
    await advanced;
  }

  /** Asks the program to finish its requests and stop, as Ctrl-C would. */
  async stop(patience = 2_000): Promise<void> {
    if (this.#hasExited) return;
    if (this.#child.connected) this.#child.send({ type: 'stop' }, () => {});
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patience);
    await this.#exited;
    clearTimeout(timer);
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
