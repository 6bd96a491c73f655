import { Program, type StartOptions } from '../run/program.ts';
import type { ProgramFailed } from '../run/program-failed.ts';
import { prepareWarmProcess } from '../run/warm-process.ts';
import type { Lender } from '../services/lender.ts';
import type { Exchange } from './exchange.ts';
import type { CheckFailure } from './failure.ts';

/** What the targets of one run share. */
export interface RunContext {
  readonly src: string;
  readonly lender: Lender;
  readonly startOptions: StartOptions;
  /** Where the learner's chapter listens in another terminal, for the commands in failures. */
  readonly address: string | undefined;
  /** Everything that was sent, in order. */
  readonly exchanges: Exchange[];
  /** By its file: why a program is not worth another try in this run. */
  readonly hopeless: Map<string, CheckFailure>;
  /** A story may still be going on when the last check is done. It must not start another program that nobody ends. */
  isOver: boolean;
}

/** One program of a chapter with one environment. It starts when a check first needs it, and later checks share it. */
export class Target {
  readonly context: RunContext;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file of the program. */
  readonly file: string;
  readonly #isVariant: boolean;
  readonly #stories = new Map<unknown, Promise<unknown>>();
  readonly #owned: { end(): Promise<void> }[] = [];
  #program: Program | undefined;

  constructor(context: RunContext, env: Record<string, string | undefined>, file = 'main.ts', isVariant = false) {
    this.context = context;
    this.env = env;
    this.file = file;
    this.#isVariant = isVariant;
  }

  /** The same program, or another one of the same folder, with other variables. */
  variant(env: Record<string, string | undefined>, file = this.file): Target {
    return new Target(this.context, { ...this.env, ...env }, file, true);
  }

  /** The program, whether it is listening yet or not. */
  program(): Program {
    const known = this.context.hopeless.get(this.file);
    if (known !== undefined) throw known;
    // One check has crashed the program that all of them share. The others still deserve theirs.
    if (this.#program === undefined || (this.#program.hasExited && !this.#isVariant)) {
      if (this.context.isOver) throw new Error('The run is over.');
      const { src, startOptions } = this.context;
      const env = { PORT: '0', HOST: '127.0.0.1', ...this.env };
      this.#program = new Program({ src, program: this.file, env, ...startOptions });
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
    try {
      await program.listening();
    } catch (error) {
      const { failure } = error as ProgramFailed;
      // With other variables a crash may be what the check wants to see, and the next program starts all the same.
      const isStuck = ['blocked', 'waiting'].includes((error as ProgramFailed).reason);
      if (isStuck || !this.#isVariant) this.giveUp(failure);
      throw failure;
    }
    return program;
  }

  /** No later check of this run starts the program again, or waits for it: each of them fails for the same reason. */
  giveUp(failure: CheckFailure): void {
    this.context.hopeless.set(this.file, failure);
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
