import { Answer } from './answer.ts';
import { CheckFailure, curlOf, type SentRequest } from './failure.ts';
import { Program, ProgramFailed } from './program.ts';
import { startupCause, startupOutput } from './startup-cause.ts';

export interface RequestOptions {
  headers?: Record<string, string>;
}

/** How long a program may take to listen: long, because the machine may be busy, and a slow start is nobody's mistake. */
const patience = 60_000;

/** A program that is started when somebody needs it. Checks of one run share it. */
export class Target {
  readonly src: string;
  readonly env: Readonly<Record<string, string>>;
  readonly startDeadline: number;
  #program: Program | undefined;

  constructor(src: string, env: Record<string, string>, startDeadline = patience) {
    this.src = src;
    this.env = env;
    this.startDeadline = startDeadline;
  }

  program(): Program {
    this.#program ??= new Program({ src: this.src, env: { PORT: '0', HOST: '127.0.0.1', ...this.env } });
    return this.#program;
  }

  async end(): Promise<void> {
    await this.#program?.kill();
  }
}

/** A chapter's program as one check sees it. */
export class Session {
  /** What the program was started with: a check may need the secret to forge a token. */
  readonly env: Readonly<Record<string, string>>;
  readonly #target: Target;
  readonly #deadline: number;
  readonly #fresh: Target[] = [];

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
    try {
      return await this.#fetch(program, request, signal, mark);
    } catch (error) {
      throw await this.#explain(program, request, error as Error, signal);
    }
  }

  /** Another run of the same program, for checks that need its beginning or another environment. */
  fresh(env: Record<string, string> = {}): Session {
    const { src, startDeadline } = this.#target;
    const target = new Target(src, { ...this.env, ...env }, startDeadline);
    this.#fresh.push(target);
    return new Session(target, this.#deadline);
  }

  /** Moves the clock that the program sees. */
  async advance(time: { hours?: number; minutes?: number; seconds?: number }): Promise<void> {
    const { hours = 0, minutes = 0, seconds = 0 } = time;
    await (await this.#running()).advance(((hours * 60 + minutes) * 60 + seconds) * 1000);
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
    await program.stop();
    return program.exited();
  }

  /** Ends what this check alone has started. */
  async end(): Promise<void> {
    await Promise.all(this.#fresh.map((target) => target.end()));
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

  async #fetch(program: Program, request: SentRequest, signal: AbortSignal, mark: number): Promise<Answer> {
    const { url } = await program.listening();
    const response = await fetch(url.replace('localhost', '127.0.0.1') + request.path, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      redirect: 'manual',
      signal,
    });
    const content = await response.text();
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
        output: startupOutput(program.output),
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
