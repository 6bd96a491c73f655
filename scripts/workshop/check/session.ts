import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attack } from '../attack/attack.ts';
import { failIfItSucceeds } from '../attack/check-attack.ts';
import { Answer } from './answer.ts';
import { type Outcome, runProgram } from './command.ts';
import { CheckFailure, curlOf, type SentRequest } from './failure.ts';
import { Lender, type Lent } from './lender.ts';
import { Program, ProgramFailed, type WorkerEvent } from './program.ts';
import { prepareSpare } from './spare.ts';
import { crashOutput, startupCause, startupOutput } from './startup-cause.ts';
import { type Exchange, Recorder, type Tape } from './tape.ts';

export interface RequestOptions {
  headers?: Record<string, string>;
}

export interface FreshOptions {
  /** Another program of the same folder: `api.ts`. */
  program?: string;
}

/** How long a program may take to listen: long, because the machine may be busy, and a slow start is nobody's mistake. */
const patience = 60_000;

/** A program that is started when somebody needs it. Checks of one run share it. */
export class Target {
  readonly src: string;
  readonly env: Readonly<Record<string, string>>;
  readonly startDeadline: number;
  readonly recorder: Recorder;
  readonly tape: Tape;
  /** The file of the program. */
  readonly file: string;
  readonly lender: Lender;
  readonly #stories = new Map<unknown, Promise<unknown>>();
  readonly #tellers: Session[] = [];
  #program: Program | undefined;

  constructor(
    src: string,
    env: Record<string, string>,
    startDeadline = patience,
    recorder = new Recorder(),
    file = 'main.ts',
    lender = new Lender(),
  ) {
    this.src = src;
    this.env = env;
    this.startDeadline = startDeadline;
    this.recorder = recorder;
    this.tape = recorder.tape(env, file);
    this.file = file;
    this.lender = lender;
  }

  program(): Program {
    const { src, file } = this;
    if (this.#program === undefined) {
      this.#program = new Program({ src, program: file, env: { PORT: '0', HOST: '127.0.0.1', ...this.env } });
      // The check after this one, or the save after the next, may want another.
      void this.#program
        .listening()
        .catch(() => {})
        .then(prepareSpare);
    }
    return this.#program;
  }

  /** What a story starts lives as long as this target. */
  once<T>(story: (app: Session) => Promise<T>, deadline: number): Promise<T> {
    const told = this.#stories.get(story);
    if (told !== undefined) return told as Promise<T>;
    const teller = new Session(this, deadline);
    this.#tellers.push(teller);
    // Known before it begins: a story that comes back to itself would start anew without end.
    const telling = Promise.resolve().then(() => story(teller));
    this.#stories.set(story, telling);
    return telling;
  }

  async end(): Promise<void> {
    await Promise.all([this.#program?.kill(), ...this.#tellers.map((teller) => teller.end())]);
  }
}

/** A chapter's program as one check sees it. */
export class Session {
  /** What the program was started with: a check may need the secret to forge a token. */
  readonly env: Readonly<Record<string, string>>;
  readonly #target: Target;
  readonly #deadline: number;
  readonly #fresh: Target[] = [];
  readonly #folders: string[] = [];
  readonly #lent: Lent[] = [];

  /** `deadline` is for each answer, in milliseconds. */
  constructor(target: Target, deadline: number) {
    this.#target = target;
    this.#deadline = deadline;
    this.env = target.env;
  }

  get(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Promise<Answer> {
    return this.send('PUT', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Promise<Answer> {
    return this.send('DELETE', path, undefined, options);
  }

  /** An object as body is sent as JSON, a string as it is. */
  async send(method: string, path: string, body?: unknown, { headers = {} }: RequestOptions = {}): Promise<Answer> {
    const request: SentRequest = { method, path, headers };
    if (typeof body === 'string') request.body = body;
    else if (body !== undefined) {
      request.body = JSON.stringify(body);
      request.headers = { 'Content-Type': 'application/json', ...headers };
    }
    const program = await this.#running();
    const signal = AbortSignal.timeout(this.#deadline);
    const mark = program.output.length;
    const exchange = this.#target.tape.sent(request, this.#deadline);
    try {
      return await this.#fetch(program, exchange, signal, mark);
    } catch (error) {
      throw await this.#explain(program, request, error as Error, signal);
    }
  }

  /** Another run of the same program, or of one beside it, for checks that need its beginning or another environment. */
  fresh(env: Record<string, string> = {}, { program = this.#target.file }: FreshOptions = {}): Session {
    const { src, startDeadline, recorder, lender } = this.#target;
    const target = new Target(src, { ...this.env, ...env }, startDeadline, recorder, program, lender);
    this.#fresh.push(target);
    return new Session(target, this.#deadline);
  }

  /** Tells a story once in a run, however many checks look at it. What it starts with `fresh` runs on for all of them. */
  once<T>(story: (app: Session) => Promise<T>): Promise<T> {
    return this.#target.once(story, this.#deadline);
  }

  /** A folder of its own, for a database file that several programs use. It is gone when the check, or the story, ends. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'trellis-check-'));
    this.#folders.push(folder);
    return folder;
  }

  /**
   * A real PostgreSQL and a real Redis, empty, until the check, or the story, ends: `app.fresh(services.env)`. Where there
   * are none, the check is skipped with the reason.
   */
  async services(): Promise<Lent> {
    const lent = await this.#target.lender.lend();
    this.#lent.push(lent);
    return lent;
  }

  /** What became of the processes that the program has made of itself, when `until` holds, or when the time is over. */
  async workers(until: (events: readonly WorkerEvent[]) => boolean, milliseconds = patience): Promise<WorkerEvent[]> {
    const program = this.#target.program();
    const signal = AbortSignal.timeout(milliseconds);
    while (!until(program.workers) && !signal.aborted && !program.hasExited) await program.nextMessage(signal);
    return [...program.workers];
  }

  /** Asks the program to replace its processes one by one, as SIGHUP would. Tells whether anybody listened. */
  async restart(): Promise<boolean> {
    return (await this.#running()).restart();
  }

  /** Runs one of the chapter's attacks against the program, and fails if it succeeds. */
  async attack(attack: Attack): Promise<void> {
    await failIfItSucceeds(attack, await this.url());
  }

  /** Runs a program that ends by itself, with these words behind it: `app.command('cli.ts', ['posts', 'publish', id])`. */
  command(program: string, words: string[], env: Record<string, string> = {}): Promise<Outcome> {
    return runProgram({ src: this.#target.src, program, words, env: { ...this.env, ...env } });
  }

  /** Moves the clock that the program sees. */
  async advance(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void> {
    const { hours = 0, minutes = 0, seconds = 0 } = time;
    const milliseconds = ((hours * 60 + minutes) * 60 + seconds) * 1000;
    await (await this.#running()).advance(milliseconds);
    this.#target.tape.advanced(milliseconds);
  }

  /** What the program has printed, its log included. */
  async output(): Promise<string> {
    return (await this.#running()).output;
  }

  /** Where the program listens, for checks that need more than `fetch` can do. */
  async url(): Promise<string> {
    return (await (await this.#running()).listening()).url.replace('localhost', '127.0.0.1');
  }

  /** Ends the program the polite way, and gives its exit code. */
  async stop(): Promise<number | null> {
    const program = await this.#running();
    // Long enough for a program that takes leave of its clients one by one.
    await program.stop(10_000);
    return program.exited();
  }

  /** Ends what this check alone has started. */
  async end(): Promise<void> {
    await Promise.all(this.#fresh.map((target) => target.end()));
    await Promise.all(this.#lent.map((lent) => lent.end()));
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true, force: true })));
  }

  async #running(): Promise<Program> {
    const program = this.#target.program();
    const signal = AbortSignal.timeout(this.#target.startDeadline);
    try {
      await before(program.listening(), signal);
    } catch (error) {
      if (signal.aborted && !program.hasExited) {
        throw new CheckFailure({
          problem: 'The program started, but never listened.',
          output: startupOutput(program.output),
          cause: 'main.ts has to call and await listen() on the application. Does it wait for something before?',
        });
      }
      const output = error instanceof ProgramFailed ? error.output : String(error);
      throw new CheckFailure({
        problem: (error as Error).message,
        output: startupOutput(output),
        cause: startupCause(output),
      });
    }
    return program;
  }

  async #fetch(program: Program, exchange: Exchange, signal: AbortSignal, mark: number): Promise<Answer> {
    const { request } = exchange;
    const { url } = await program.listening();
    const response = await fetch(url.replace('localhost', '127.0.0.1') + request.path, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
      signal,
    });
    const content = await response.text();
    this.#target.tape.answered(exchange, response.headers, content);
    // What the program logs about a request comes by another way than its answer, and may be a moment later.
    if (response.status >= 500 && program.output.length === mark) await program.nextOutput(200);
    // Only what was said since: an error of an earlier request explains nothing here.
    return new Answer(request, response.status, response.headers, content, program.output.slice(mark));
  }

  async #explain(program: Program, request: SentRequest, error: Error, signal: AbortSignal): Promise<Error> {
    if (error instanceof CheckFailure) return error;
    const curl = curlOf(request);
    if (signal.aborted) {
      const cause =
        'a promise that never settles: a middleware that does not return next(), an await on something that never happens.';
      return new CheckFailure({ problem: 'No answer came before the deadline.', request, curl, cause });
    }
    // The connection broke. Whether the program died with it is known only after a moment: wait for that, not for a time.
    await Promise.race([program.exited(), probe(program)]);
    if (program.hasExited) {
      const cause =
        'an error outside of a handler, or in a promise that nobody awaits. Nothing catches those, so Node ends the program.';
      return new CheckFailure({
        problem: 'The program crashed.',
        request,
        curl,
        output: crashOutput(program.output),
        cause,
      });
    }
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    return new CheckFailure({ problem: 'The connection broke.', request, curl, cause });
  }
}

/** Settles when a new connection is answered or refused, which tells whether the program still lives. */
async function probe(program: Program): Promise<void> {
  const { url } = await program.listening();
  await fetch(url.replace('localhost', '127.0.0.1')).catch(() => program.exited());
}

function before<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
