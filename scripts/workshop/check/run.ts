import { isolation } from '../run/isolation.ts';
import type { StartOptions } from '../run/program.ts';
import { Lender } from '../services/lender.ts';
import { CannotRunHere } from './cannot-run-here.ts';
import type { Check } from './check-definition.ts';
import type { Exchange } from './exchange.ts';
import { CheckFailure, StartFailure } from './failure.ts';
import type { FailureParts } from './failure-parts.ts';
import { Session } from './session.ts';
import { type RunContext, Target } from './target.ts';

const defaultDeadline = 5_000;

export interface CheckResult {
  readonly step: number;
  readonly name: string;
  readonly alreadyTrue: boolean;
  readonly milliseconds: number;
  /** Undefined if the check passed, or was skipped. */
  readonly failure: FailureParts | undefined;
  /** Why it could not run on this machine. */
  readonly skipped?: string;
  /** Set if the program doesn't start: the files, classes and modules that its error is about. */
  readonly about?: readonly string[];
  /** A rule that was not examined, because another check of its step has failed. */
  readonly isUnexamined?: boolean;
  /** An earlier check has found the failure, and this one did not run because of it. */
  readonly isInherited?: boolean;
  /** It could not run, because of a failure that another step is to blame for: see blame.ts. */
  readonly isStopped?: boolean;
  /** The request that it failed at. Undefined if it had sent none. */
  readonly exchange?: Exchange;
}

export interface RunOptions extends StartOptions {
  env?: Record<string, string>;
  /** Where the learner's chapter listens in another terminal, for the commands in failures. */
  address?: string;
  /** The servers, if several runs share them. */
  lender?: Lender;
}

/** One pass over the checks of a chapter, against the program in one folder. */
export class Run {
  /** Everything that the checks have sent, in order. */
  readonly exchanges: Exchange[] = [];
  readonly #target: Target;
  /** The programs of checks with variables of their own, by these variables. */
  readonly #others = new Map<string, Target>();
  readonly #ownLender: Lender | undefined;
  /** Why programs were given up, once a check has failed for it. */
  readonly #reasons = new Set<unknown>();
  /** Of the checks that are running. */
  readonly #sessions = new Set<Session>();

  constructor(src: string, { env = {}, lender, address, ...startOptions }: RunOptions = {}) {
    if (lender === undefined) this.#ownLender = new Lender();
    const own = { exchanges: this.exchanges, hopeless: new Map<string, CheckFailure>(), isOver: false };
    const context: RunContext = { src, lender: lender ?? this.#ownLender!, startOptions, address, ...own };
    this.#target = new Target(context, { ...isolation(), ...env });
  }

  /** Throws a `CheckFailure` if the check fails, and `CannotRunHere` if this machine lacks something. */
  async check({ name, body, deadline = defaultDeadline, env }: Check): Promise<void> {
    const session = new Session(this.#targetWith(env), deadline, [name]);
    this.#sessions.add(session);
    try {
      await body(session);
    } finally {
      await session.end();
      this.#sessions.delete(session);
    }
  }

  async result(check: Check): Promise<CheckResult> {
    const started = performance.now();
    const problem = await this.check(check).then(
      () => undefined,
      (error: unknown) => error ?? new Error('nothing was thrown'),
    );
    const { step, name, alreadyTrue = false } = check;
    const result = { step, name, alreadyTrue, milliseconds: performance.now() - started };
    if (problem === undefined) return { ...result, failure: undefined };
    const isInherited = this.#isKnown(problem);
    if (problem instanceof CannotRunHere) return { ...result, failure: undefined, skipped: problem.message };
    const failure = partsOf(problem);
    const exchange =
      this.exchanges.find(({ request }) => request === failure.request) ??
      this.exchanges.findLast(({ sender }) => sender[0] === name);
    return {
      ...result,
      failure,
      exchange,
      isInherited,
      ...(problem instanceof StartFailure && { about: problem.about }),
    };
  }

  #targetWith(env: Check['env']): Target {
    if (env === undefined) return this.#target;
    const key = JSON.stringify(env);
    const target = this.#others.get(key) ?? new Target(this.#target.context, { ...this.#target.env, ...env });
    this.#others.set(key, target);
    return target;
  }

  /** Whether an earlier check has given up the program for this reason. */
  #isKnown(problem: unknown): boolean {
    if (this.#reasons.has(problem)) return true;
    if ([...this.#target.context.hopeless.values()].some((reason) => reason === problem)) this.#reasons.add(problem);
    return false;
  }

  async end(): Promise<void> {
    this.#target.context.isOver = true;
    await Promise.all([...this.#sessions].map((session) => session.end()));
    await Promise.all([this.#target, ...this.#others.values()].map((target) => target.end()));
    await this.#ownLender?.end();
  }
}

export interface RunChecksOptions extends RunOptions {
  signal?: AbortSignal;
  /** How many checks may run at the same time, if they are `concurrent`. */
  lanes?: number;
  /** The step whose checks run before all others. */
  first?: number;
}

/**
 * Runs the checks one after another: most of them share a program. Other lanes meanwhile take those that don't. Returns the
 * results in the order of the checks, because the first failure is the one to look at. `onResult` gets those of the first
 * step, and then the others in that order.
 */
export async function runChecks(
  checks: readonly Check[],
  src: string,
  onResult: (result: CheckResult) => void = () => {},
  { signal, lanes = 1, first, ...options }: RunChecksOptions = {},
): Promise<CheckResult[]> {
  const run = new Run(src, options);
  const results: CheckResult[] = [];
  const indexes = [...checks.keys()];
  const interrupt = () => void run.end();
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    for (const isFirst of [true, false]) {
      const part = indexes.filter((index) => (checks[index]!.step === first) === isFirst);
      await work(part.filter((index) => !checks[index]!.isRule));
      await work(part.filter((index) => checks[index]!.isRule));
    }
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await run.end();
  }
  return results.filter(Boolean);

  function isPointless({ isRule, step }: Check): boolean {
    return isRule === true && results.some((result) => result?.step === step && result.failure !== undefined);
  }

  async function work(part: readonly number[]): Promise<void> {
    const waiting = new Set(part);
    const untold = [...part];
    const lane = async (isMine: (check: Check) => boolean) => {
      const next = () => (signal?.aborted ? undefined : [...waiting].find((index) => isMine(checks[index]!)));
      for (let index = next(); index !== undefined; index = next()) {
        waiting.delete(index);
        results[index] = isPointless(checks[index]!) ? unexamined(checks[index]!) : await run.result(checks[index]!);
        while (untold[0] !== undefined && results[untold[0]]) onResult(results[untold.shift()!]!);
      }
    };
    const others = Array.from({ length: lanes - 1 }, () => lane(({ concurrent = false }) => concurrent));
    await Promise.all([lane(() => true), ...others]);
  }
}

function unexamined({ step, name, alreadyTrue = false }: Check): CheckResult {
  return { step, name, alreadyTrue, milliseconds: 0, failure: undefined, isUnexamined: true };
}

/** A check may also fail in another way, such as a failed assertion. */
function partsOf(error: unknown): FailureParts {
  if (error instanceof StartFailure) return error.explanation;
  if (error instanceof CheckFailure) return error.parts;
  return { problem: error instanceof Error ? error.message : String(error) };
}
