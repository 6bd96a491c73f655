import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { App } from 'trellis';
import type { TraceEvent } from '../trace-lines.ts';
import { startProgram } from './warm-process.ts';

/** The application as `app.describe()` tells it. */
export type AppDescription = ReturnType<App['describe']>;

export interface ListedRoute {
  method?: string;
  path: string;
  handler: string;
}

export interface ProgramOptions {
  /** The folder with the program. */
  src: string;
  /** Its file in there, `main.ts` unless said otherwise. */
  program?: string;
  env?: Record<string, string>;
  /** Receives what the program prints, as it comes. */
  onOutput?(text: string): void;
  /** Receives the traces of a program that was started with `TRELLIS_TRACE=1`. */
  onTrace?(trace: TraceEvent): void;
  /** The same, as they come; `dropped` were too many to be told. */
  onTraces?(traces: TraceEvent[], dropped: number): void;
}

/** What a program says of itself when its port is open. */
export interface Listening {
  url: string;
  routes: ListedRoute[];
  description: AppDescription;
}

/** Something in the life of one process, where a program has made several of itself. */
export interface WorkerEvent {
  event: 'fork' | 'listening' | 'exit';
  pid: number;
  /** Milliseconds, by the program's own watch. */
  at: number;
}

type Message = { type: string; traces: TraceEvent[]; dropped: number; isHeard: boolean } & Listening & WorkerEvent;

/** A chapter's program did not come up. `output` is what it printed instead. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

/** Ours and theirs. An empty REDIS_URL stands for none: an application would refuse it. */
export function environmentOf(env: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { REDIS_URL, ...rest }: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '', ...env };
  return REDIS_URL ? { ...rest, REDIS_URL } : rest;
}

/** A program of a chapter in a process of its own. Nothing here waits for a fixed time: it listens, or it dies. */
export class Program {
  readonly #child: ChildProcess;
  readonly #listening: Promise<Listening>;
  readonly #exited: Promise<number | null>;
  readonly #workers: WorkerEvent[] = [];
  #output = '';
  #hasExited = false;

  constructor({ src, program = 'main.ts', env = {}, onOutput, onTrace, onTraces }: ProgramOptions) {
    this.#child = startProgram(join(src, program), environmentOf(env));
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
      this.#child.on('message', (message: Message) => {
        if (message.type === 'listening') resolve(message);
        if (message.type === 'worker') this.#workers.push(message);
        if (message.type !== 'traces') return;
        onTraces?.(message.traces, message.dropped);
        for (const trace of message.traces) onTrace?.(trace);
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
  listening(): Promise<Listening> {
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

  /** What became of its processes, in order, where it has made several of itself. */
  get workers(): readonly WorkerEvent[] {
    return this.#workers;
  }

  /** Asks the program to replace its processes, as SIGHUP would. Tells whether anybody listened. */
  async restart(): Promise<boolean> {
    const answer = this.#reply('restarting');
    this.#child.send({ type: 'restart' });
    return (await Promise.race([answer, this.#exited.then(() => undefined)]))?.isHeard ?? false;
  }

  /** Resolves when the program prints something more, or when the time is over. */
  async nextOutput(milliseconds: number): Promise<void> {
    const signal = AbortSignal.timeout(milliseconds);
    const streams = [this.#child.stdout, this.#child.stderr].filter((stream) => stream !== null);
    await Promise.race(streams.map((stream) => once(stream, 'data', { signal }))).catch(() => {});
  }

  /** Moves the clock that the program sees. */
  async advance(milliseconds: number): Promise<void> {
    const advanced = this.#reply('advanced');
    this.#child.send({ type: 'advance', milliseconds });
    await Promise.race([advanced, this.#exited]);
  }

  /** Resolves when the program has told something more, when it has ended, or when the signal says that it is late. */
  async nextMessage(signal: AbortSignal): Promise<void> {
    await Promise.race([once(this.#child, 'message', { signal }), this.#exited]).catch(() => {});
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

  /** Traces come the same way, and are no reply to anything. */
  #reply(type: string): Promise<Message> {
    return new Promise((resolve) => {
      const look = (message: Message) => {
        if (message.type !== type) return;
        this.#child.off('message', look);
        resolve(message);
      };
      this.#child.on('message', look);
    });
  }
}
