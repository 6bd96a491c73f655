import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { scrapeHeader } from '../send-request.ts';
import type { TraceEvent } from '../xray/trace-event.ts';
import type { Listening } from './listening.ts';
import type { Message, ObservedVisit, ServiceCall, Tables, WorkerEvent } from './messages.ts';
import { ProgramFailed, type StartProblem } from './program-failed.ts';
import { StartWatch } from './start-watch.ts';
import { startProgram } from './warm-process.ts';

export interface StartOptions {
  /** Called if the program isn't listening after three seconds. */
  onSlowStart?(): void;
  /** How long it may be blocked, or wait for something, before it counts as stuck, in milliseconds. */
  patience?: number;
}

export interface ProgramOptions extends StartOptions {
  /** The folder with the program. */
  src: string;
  /** Its file in that folder; `main.ts` by default. */
  program?: string;
  env?: Record<string, string | undefined>;
  /** Receives what the program prints, as it comes. */
  onOutput?(text: string): void;
  /** Receives the traces of a program that was started with `TRELLIS_TRACE=1`; `dropped` more were too many to send. */
  onTraces?(traces: TraceEvent[], dropped: number): void;
  /** With `TRELLIS_RUNNING=1` as well: receives all requests that have been running for a while, again and again. */
  onRunning?(traces: TraceEvent[]): void;
}

/** Our own variables and the given ones. An empty REDIS_URL means none: an application would refuse it. */
export function environmentOf(env: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const { REDIS_URL, ...rest }: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '', ...env };
  return REDIS_URL ? { ...rest, REDIS_URL } : rest;
}

/** How long a program may be blocked, or wait for something, before it counts as one that never listens. */
const startPatience = 15_000;
const slowStart = 3_000;

/** A program of a chapter in its own process. It listens, or `listening()` rejects with a `ProgramFailed` that says why. */
export class Program {
  readonly #child: ChildProcess;
  readonly #listening: Promise<Listening>;
  readonly #exited: Promise<number | null>;
  readonly #workers: WorkerEvent[] = [];
  readonly #urls: string[] = [];
  readonly #startWatch: StartWatch;
  #output = '';
  /** How much was printed before `#output`, in characters. */
  #forgotten = 0;
  #readings = 0;
  #hasExited = false;
  #exitCode: number | null = null;
  #signal: NodeJS.Signals | null = null;
  #startFailure: StartProblem | undefined;

  constructor({ src, program = 'main.ts', env = {}, patience = startPatience, ...listeners }: ProgramOptions) {
    const { onOutput, onTraces, onRunning, onSlowStart } = listeners;
    this.#child = startProgram(join(src, program), environmentOf(env));
    // Each trace that somebody waits for has a listener of its own.
    this.#child.setMaxListeners(0);
    this.#startWatch = new StartWatch({
      ask: () => this.#send({ type: 'ping' }),
      onStuck: (why) => this.#giveUp(why),
      patience,
    });
    const slow = setTimeout(() => onSlowStart?.(), slowStart).unref();
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        const whole = this.#output + text;
        this.#output = whole.slice(-100_000);
        this.#forgotten += whole.length - this.#output.length;
        this.#startWatch.active();
        onOutput?.(text);
      });
    }
    this.#exited = new Promise((resolve) => {
      // "close" comes after the last output has arrived, "exit" may come before.
      this.#child.once('close', (code, signal) => {
        this.#hasExited = true;
        this.#exitCode = code;
        this.#signal = signal;
        resolve(code);
      });
    });
    this.#listening = new Promise((resolve, reject) => {
      this.#child.on('message', (message: Message) => {
        if (message.type === 'listening') {
          this.#urls.push(message.url);
          resolve(message);
        }
        if (message.type === 'pong') this.#startWatch.heard(message.used);
        if (message.type === 'worker') {
          this.#startWatch.active();
          this.#workers.push(message);
        }
        if (message.type === 'traces') {
          const traces = withoutScrapes(message.traces);
          if (traces.length > 0 || message.dropped > 0) onTraces?.(traces, message.dropped);
        }
        if (message.type === 'running') onRunning?.(withoutScrapes(message.traces));
      });
      this.#child.once('error', (error) => reject(new ProgramFailed('crashed', String(error), src)));
      void this.#exited.then((code) => {
        const isSilent = this.hasEndedItself && this.#output.trim() === '';
        const reason = code === 0 || (isSilent && code !== 13) ? 'ended' : code === 13 ? 'unsettled' : 'crashed';
        reject(new ProgramFailed(this.#startFailure ?? reason, this.#output, src));
      });
    });
    this.#listening
      .catch(() => {})
      .finally(() => {
        clearTimeout(slow);
        this.#startWatch.end();
      });
  }

  /** Resolves when the port is open; rejects when the program ends, or can't be expected to listen any more. */
  listening(): Promise<Listening> {
    return this.#listening;
  }

  /** Where its applications listen: one, unless it was started with `TRELLIS_TWICE=1`. */
  get urls(): readonly string[] {
    return this.#urls;
  }

  /** Its process id. */
  get pid(): number {
    return this.#child.pid!;
  }

  /** Resolves to the exit code. */
  exited(): Promise<number | null> {
    return this.#exited;
  }

  get hasExited(): boolean {
    return this.#hasExited;
  }

  /** Whether it ended by itself, and not by a signal or an uncaught error: below an error, Node prints its version. */
  get hasEndedItself(): boolean {
    return this.#exitCode !== null && !/^Node\.js v\d/m.test(this.#output);
  }

  /** The signal that has ended it. */
  get signal(): NodeJS.Signals | null {
    return this.#signal;
  }

  /** What the program has printed so far, its log included. */
  get output(): string {
    return this.#output;
  }

  /** How much it has printed so far, in characters. */
  get length(): number {
    return this.#forgotten + this.#output.length;
  }

  /** What it has printed since it had printed this much, as far as it is kept. */
  since(length: number): string {
    return this.#output.slice(Math.max(0, length - this.#forgotten));
  }

  /** All that is kept, once what it had printed before this call has arrived: output and messages take different paths. */
  async printed(): Promise<string> {
    await this.isBlocked(1_000);
    for (let length = -1; length < this.#output.length; ) {
      length = this.#output.length;
      await nextTurn();
      await nextTurn();
    }
    return this.#output;
  }

  /** The events of its worker processes, in order. */
  get workers(): readonly WorkerEvent[] {
    return this.#workers;
  }

  /** Asks the program to replace its workers, as SIGHUP does. Returns whether it handles that. */
  async restart(): Promise<boolean> {
    return (await this.#ask({ type: 'restart' }, 'restarting'))?.isHeard ?? false;
  }

  /** Resolves when the program prints something more, or when the time is over. */
  async nextOutput(milliseconds: number): Promise<void> {
    const signal = AbortSignal.timeout(milliseconds);
    const streams = [this.#child.stdout, this.#child.stderr].filter((stream) => stream !== null);
    await Promise.race(streams.map((stream) => once(stream, 'data', { signal }))).catch(() => {});
  }

  /** Moves the clock that the program sees. */
  async advance(milliseconds: number): Promise<void> {
    await this.#ask({ type: 'advance', milliseconds }, 'advanced');
  }

  /** Resolves on the next message of the program, when it has ended, or when the signal is aborted. */
  async nextMessage(signal: AbortSignal): Promise<void> {
    await Promise.race([once(this.#child, 'message', { signal }), this.#exited]).catch(() => {});
  }

  /** The first trace from now on that matches. Needs `TRELLIS_TRACE=1`. */
  async nextTrace(matches: (trace: TraceEvent) => boolean): Promise<TraceEvent> {
    const trace = await this.#next(({ type, traces }) => (type === 'traces' ? traces.find(matches) : undefined));
    if (trace === undefined) throw new Error('The program ended before it sent the trace.');
    return trace;
  }

  /** The calls to services since the last time. Needs `TRELLIS_CALLS=1`. */
  async calls(): Promise<ServiceCall[]> {
    return (await this.#ask({ type: 'calls' }, 'calls'))?.calls ?? [];
  }

  /** What the request with this mark asked the stores, and what its code has read. Needs `TRELLIS_LABORATORY`. */
  visit(mark: string): Promise<ObservedVisit | undefined> {
    return this.#next((message) => (message.type === 'visit' && message.mark === mark ? message : undefined));
  }

  /** What an instrument of an incident shows. Needs the observer of `incidents/instrumented.ts`. */
  async read(question: string, details: object = {}): Promise<unknown> {
    const id = ++this.#readings;
    const reply = this.#next((message) => (message.type === 'reading' && message.id === id ? message : undefined));
    this.#send({ type: 'instrument', question, id, ...details });
    const { reading, problem } = (await reply) ?? { problem: 'The program has ended.' };
    if (problem !== undefined) throw new Error(problem);
    return reading;
  }

  /** The contents of the database. Needs `TRELLIS_LABORATORY`. */
  async tables(): Promise<Tables> {
    return (await this.#ask({ type: 'dump' }, 'dumped'))?.tables ?? {};
  }

  /** Asks the program to finish its requests and stop, as Ctrl-C would. */
  async stop(patience = 2_000): Promise<void> {
    if (this.#hasExited) return;
    this.#send({ type: 'stop' });
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), patience);
    await this.#exited;
    clearTimeout(timer);
  }

  async kill(): Promise<void> {
    this.#giveUp('killed');
    await this.#exited;
  }

  /** Whether the program's event loop is blocked: it doesn't reply within this time. */
  async isBlocked(milliseconds: number): Promise<boolean> {
    const late = once(AbortSignal.timeout(milliseconds), 'abort').then(() => true);
    return Promise.race([late, this.#ask({ type: 'ping' }, 'pong').then(() => false)]);
  }

  /** Ends the process, and remembers why, in case it wasn't listening yet. */
  #giveUp(reason: StartProblem): void {
    this.#startFailure ??= reason;
    this.#child.kill('SIGKILL');
  }

  #send(message: object): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** Sends a message, and resolves to the reply; to undefined if the program ends instead. */
  #ask(message: object, reply: string): Promise<Message | undefined> {
    const replied = this.#next((other) => (other.type === reply ? other : undefined));
    this.#send(message);
    return replied;
  }

  /** What `pick` finds in the first message from now on that has it; undefined if the program ends before that. */
  #next<T>(pick: (message: Message) => T | undefined): Promise<T | undefined> {
    return new Promise((resolve) => {
      const look = (message: Message) => {
        const found = pick(message);
        if (found === undefined) return;
        this.#child.off('message', look);
        resolve(found);
      };
      this.#child.on('message', look);
      void this.#exited.then(() => resolve(undefined));
    });
  }
}

/** Anybody may publish on the channel of the traces, even without a request. */
function withoutScrapes(traces: TraceEvent[]): TraceEvent[] {
  return traces.filter(({ request }) => request?.headers?.[scrapeHeader] === undefined);
}
