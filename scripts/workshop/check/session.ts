import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from '../attack/attack.ts';
import { failIfItSucceeds } from '../attack/check-attack.ts';
import { type CommandOptions, type FinishedCommand, runCommand } from '../run/command.ts';
import type { AppDescription, ListedRoute } from '../run/listening.ts';
import type { WorkerEvent } from '../run/messages.ts';
import type { Program } from '../run/program.ts';
import { sentHeader } from '../send-request.ts';
import type { LentServers } from '../services/lender.ts';
import { CheckedResponse } from './checked-response.ts';
import { CommandResult } from './command-result.ts';
import type { Exchange } from './exchange.ts';
import { CheckFailure, curlOf } from './failure.ts';
import type { SentRequest } from './failure-parts.ts';
import { fetchAgain } from './fetch-again.ts';
import { blocked, unsettled, whyItBroke } from './no-response.ts';
import type { Target } from './target.ts';

export interface RequestOptions {
  headers?: Record<string, string>;
  /** How to disturb what this request asks the stores. Needs `TRELLIS_LABORATORY`. */
  orders?: Orders;
}

export interface Orders {
  /** Every call takes a few milliseconds longer, at random but the same for the same seed. */
  seed?: number;
  /** The number of the call that fails, from 1 on. */
  fail?: number;
  /** The time at which the clock is stopped for this request, in milliseconds. */
  at?: number;
  /** How long every call takes, in milliseconds. */
  pause?: number;
}

export interface FreshOptions {
  /** Another program of the same folder: `api.ts`. */
  program?: string;
}

/** A chapter's program as one check sees it. */
export class Session {
  /** The variables that the program was started with: a check may need the secret to forge a token. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly #target: Target;
  readonly #deadline: number;
  /** What this check alone has started. */
  readonly #owned: { end(): Promise<void> }[] = [];
  readonly #sender: readonly string[];
  /** Which of its applications, if there are two. */
  readonly #application: 0 | 1;
  #parts = 0;

  /** `deadline` is for each response, in milliseconds. `sender` is for `Exchange`. */
  constructor(target: Target, deadline: number, sender: readonly string[], application: 0 | 1 = 0) {
    this.#application = application;
    this.#target = target;
    this.#deadline = deadline;
    this.#sender = sender;
    this.env = target.env;
  }

  /** The folder of the program, for checks of code that doesn't listen. */
  get src(): string {
    return this.#target.context.src;
  }

  get(path: string, options?: RequestOptions): Promise<CheckedResponse> {
    return this.send('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<CheckedResponse> {
    return this.send('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Promise<CheckedResponse> {
    return this.send('PUT', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Promise<CheckedResponse> {
    return this.send('DELETE', path, undefined, options);
  }

  /** Sends an object as JSON, and a string as it is. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, orders }: RequestOptions = {},
  ): Promise<CheckedResponse> {
    const request: SentRequest = { method, path, headers };
    if (typeof body === 'string') request.body = body;
    else if (body !== undefined) {
      request.body = JSON.stringify(body);
      request.headers = { 'Content-Type': 'application/json', ...headers };
    }
    const program = await this.#target.running();
    const signal = AbortSignal.timeout(this.#deadline);
    const exchange: Exchange = { request, sender: this.#sender, status: 0, headers: new Headers(), content: '' };
    this.#target.context.exchanges.push(exchange);
    try {
      return await this.#fetch(program, exchange, signal, orders);
    } catch (error) {
      const failure = await this.#explain(program, request, error as Error, signal);
      exchange.problem = failure.parts.problem;
      throw failure;
    }
  }

  /** The program itself once it listens, for checks that look into it: see `inspect.ts`. */
  running(): Promise<Program> {
    return this.#target.running();
  }

  /**
   * Another process of the same program, or of one next to it, for checks of its startup or with other variables. One
   * whose value is undefined is not set.
   */
  fresh(env: Record<string, string | undefined> = {}, { program }: FreshOptions = {}): Session {
    const target = this.#target.variant(env, program);
    this.#owned.push(target);
    return this.#part(target);
  }

  /** Runs a story once per run, however many checks use it. What it starts with `fresh` keeps running for all of them. */
  once<T>(story: (app: Session) => Promise<T>): Promise<T> {
    return this.#target.once(story, () => {
      const session = this.#part(this.#target);
      this.#target.own(session);
      return story(session);
    });
  }

  /** A temporary folder, for a database file that several programs use. Removed when the check, or the story, ends. */
  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'trellis-check-'));
    this.#owned.push({ end: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) });
    return folder;
  }

  /**
   * A real PostgreSQL and a real Redis, empty, until the check, or the story, ends: `app.fresh(services.env)`. If they
   * aren't installed, the check is skipped with the reason.
   */
  async services(): Promise<LentServers> {
    const servers = await this.#target.context.lender.lend();
    this.#owned.push(servers);
    return servers;
  }

  /** The events of the program's worker processes, as soon as `until` is true of them, or when the time is over. */
  async workers(until: (events: readonly WorkerEvent[]) => boolean, milliseconds = 60_000): Promise<WorkerEvent[]> {
    const program = this.#target.program();
    const signal = AbortSignal.timeout(milliseconds);
    while (!until(program.workers) && !signal.aborted && !program.hasExited) await program.nextMessage(signal);
    return [...program.workers];
  }

  /** Asks the program to replace its workers one by one, as SIGHUP does. Returns whether it handles that. */
  async restart(): Promise<boolean> {
    return (await this.#target.running()).restart();
  }

  /** Runs one of the chapter's attacks against the program, and fails if it succeeds. */
  async attack(attack: Attack): Promise<void> {
    await failIfItSucceeds(attack, await this.url(), this.src);
  }

  /** Runs a program that ends by itself with these arguments: `app.command('cli.ts', ['posts', 'publish', id])`. */
  async command(
    program: string,
    words: string[],
    env: Record<string, string> = {},
    person: Pick<CommandOptions, 'terminal' | 'input'> = {},
  ): Promise<CommandResult> {
    const { src } = this.#target.context;
    return new CommandResult(await runCommand({ src, program, words, env: { ...this.env, ...env }, ...person }));
  }

  /** Runs a program that isn't the learner's, which finds the folder in `TRELLIS_SRC`. */
  run({ program, words, patience }: Pick<CommandOptions, 'program' | 'words' | 'patience'>): Promise<FinishedCommand> {
    return runCommand({ src: this.#target.context.src, program, words, patience, env: this.env });
  }

  /** Moves the clock that the program sees. */
  async advance(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void> {
    const { hours = 0, minutes = 0, seconds = 0 } = time;
    await (await this.#target.running()).advance(((hours * 60 + minutes) * 60 + seconds) * 1000);
  }

  /** The routes that the program has registered, for checks that no response can decide. */
  async routes(): Promise<ListedRoute[]> {
    return (await (await this.#target.running()).listening()).routes;
  }

  /** How the application describes itself: its modules, their classes, and which class is injected where. */
  async description(): Promise<AppDescription> {
    return (await (await this.#target.running()).listening()).description;
  }

  /** What the program has printed, its log included. */
  async output(): Promise<string> {
    return (await this.#target.running()).printed();
  }

  /** Where the program listens, for checks that need more than `fetch` can do. */
  async url(): Promise<string> {
    const program = await this.#target.running();
    const signal = AbortSignal.timeout(this.#deadline);
    while (program.urls[this.#application] === undefined && !signal.aborted) await program.nextMessage(signal);
    return program.urls[this.#application]!.replace('localhost', '127.0.0.1');
  }

  /** The second application of a program that was started with `TRELLIS_TWICE=1`. */
  twin(): Session {
    return new Session(this.#target, this.#deadline, [...this.#sender, 'twin'], 1);
  }

  /** Asks the program to shut down, once it listens or already during its startup, and returns its exit code. */
  async stop({ isStarting = false } = {}): Promise<number | null> {
    const program = isStarting ? this.#target.program() : await this.#target.running();
    // Long enough for a program that closes its connections one by one.
    await program.stop(10_000);
    return program.exited();
  }

  /** Ends this together with the check, or the story. */
  own(part: { end(): Promise<void> }): void {
    this.#owned.push(part);
  }

  /** Ends what this check alone has started: the programs first, because they use the servers and the folders. */
  async end(): Promise<void> {
    for (const part of this.#owned.toReversed()) await part.end();
  }

  #part(target: Target): Session {
    return new Session(target, this.#deadline, [...this.#sender, String(++this.#parts)]);
  }

  async #explain(program: Program, request: SentRequest, error: Error, signal: AbortSignal): Promise<CheckFailure> {
    if (error instanceof CheckFailure) return error;
    const curl = curlOf(request, this.#target.context.address);
    if (!signal.aborted) return whyItBroke(program, request, curl, error);
    if (!(await program.isBlocked(2_000))) return unsettled(request, curl, this.#deadline);
    const failure = blocked(request, curl);
    this.#target.giveUp(failure);
    return failure;
  }

  async #fetch(
    program: Program,
    exchange: Exchange,
    signal: AbortSignal,
    orders: Orders | undefined,
  ): Promise<CheckedResponse> {
    const { method, path, headers, body } = exchange.request;
    const logged = program.length;
    const isTraced = this.env.TRELLIS_TRACE === '1';
    const mark = randomUUID();
    const visit = orders && program.visit(mark);
    const trace = isTraced && program.nextTrace((event) => event.request.headers[sentHeader] === mark).catch(() => {});
    const address = (await this.url()) + path;
    const init: RequestInit = {
      method,
      headers: {
        ...headers,
        ...(isTraced && { [sentHeader]: mark }),
        ...(orders && { 'x-trellis-laboratory': JSON.stringify({ ...orders, mark }) }),
      },
      body,
      redirect: 'manual',
      signal,
    };
    const response = await fetchAgain(address, init);
    const content = await response.text();
    Object.assign(exchange, { status: response.status, headers: response.headers, content });
    const { calls = [], reads = [] } = (await visit) ?? {};
    Object.assign(exchange, { calls, reads });
    // A trace takes a different path from the response. Of too many at once, some never arrive.
    if (trace) exchange.trace = (await Promise.race([trace, delay(2_000, undefined, { ref: false })])) ?? undefined;
    // The log takes a different path from the response, and may arrive a moment later.
    if (response.status >= 500 && program.length === logged) await program.nextOutput(200);
    // Only what was logged since: an error of an earlier request explains nothing here.
    return new CheckedResponse(exchange, program.since(logged), this.#target.context.address);
  }
}
