import { Program, ProgramFailed } from '../run/program.ts';
import { startupCause, startupOutput } from '../run/startup-cause.ts';
import { prepareWarmProcess } from '../run/warm-process.ts';
import { Lender } from '../services/lender.ts';
import { CheckFailure } from './failure.ts';
import { Recorder, type Tape } from './tape.ts';

/** How long a program may take to listen. Long, because the machine may be busy. */
const patience = 60_000;

/** What the targets of one run share. */
export interface RunContext {
  readonly src: string;
  readonly startDeadline?: number;
  readonly recorder?: Recorder;
  readonly lender?: Lender;
}

/** One program of a chapter with one environment. It starts when a check first needs it, and later checks share it. */
export class Target {
  readonly context: Required<RunContext>;
  readonly env: Readonly<Record<string, string>>;
  /** The file of the program. */
  readonly file: string;
  readonly tape: Tape;
  readonly #stories = new Map<unknown, Promise<unknown>>();
  readonly #owned: { end(): Promise<void> }[] = [];
  #program: Program | undefined;

  constructor(context: RunContext, env: Record<string, string>, file = 'main.ts') {
    const { src, startDeadline = patience, recorder = new Recorder(), lender = new Lender() } = context;
    this.context = { src, startDeadline, recorder, lender };
    this.env = env;
    this.file = file;
    this.tape = recorder.tape(env, file);
  }

  /** The same program, or another one of the same folder, with other variables. */
  variant(env: Record<string, string>, file = this.file): Target {
    return new Target(this.context, { ...this.env, ...env }, file);
  }

  /** The program, whether it is listening yet or not. */
  program(): Program {
    if (this.#program === undefined) {
      const env = { PORT: '0', HOST: '127.0.0.1', ...this.env };
      this.#program = new Program({ src: this.context.src, program: this.file, env });
      void this.#program
        .listening()
        .catch(() => {})
        .then(prepareWarmProcess);
    }
    return this.#program;
  }

  /** The program once it listens. Fails with an explanation if it doesn't. */
  async running(): Promise<Program> {
    const program = this.program();
    const signal = AbortSignal.timeout(this.context.startDeadline);
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

  /** Runs a story the first time it is asked for, and returns the same result from then on. */
  once<T>(story: unknown, run: () => Promise<T>): Promise<T> {
    const known = this.#stories.get(story);
    if (known !== undefined) return known as Promise<T>;
    // Stored before it starts: a story that refers to itself would otherwise start again without end.
    const result = Promise.resolve().then(run);
    this.#stories.set(story, result);
    return result;
  }

  /** Ends this together with the target. */
  own(part: { end(): Promise<void> }): void {
    this.#owned.push(part);
  }

  async end(): Promise<void> {
    await Promise.all([this.#program?.kill(), ...this.#owned.map((part) => part.end())]);
  }
}

function before<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
