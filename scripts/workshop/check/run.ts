import { isolation } from '../run/isolation.ts';
import type { StartOptions } from '../run/program.ts';
import { Lender, ServersMissing } from '../services/lender.ts';
import type { Check } from './check-definition.ts';
import type { Exchange } from './exchange.ts';
import { CheckFailure, type FailureParts } from './failure.ts';
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
  readonly #ownLender: Lender | undefined;
  /** Of the checks that are running. */
  readonly #sessions = new Set<Session>();

  constructor(src: string, { env = {}, lender, address, ...startOptions }: RunOptions = {}) {
    if (lender === undefined) this.#ownLender = new Lender();
    const own = { exchanges: this.exchanges, hopeless: new Map<string, CheckFailure>(), isOver: false };
    const context: RunContext = { src, lender: lender ?? this.#ownLender!, startOptions, address, ...own };
    this.#target = new Target(context, { ...isolation(), ...env });
  }

  /** Throws a `CheckFailure` if the check fails, and `ServersMissing` if it can't run on this machine. */
  async check({ name, body, deadline = defaultDeadline }: Check): Promise<void> {
    const session = new Session(this.#target, deadline, [name]);
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
    if (problem instanceof ServersMissing) return { ...result, failure: undefined, skipped: problem.message };
    const failure = partsOf(problem);
    const exchange =
      this.exchanges.find(({ request }) => request === failure.request) ??
      this.exchanges.findLast(({ sender }) => sender[0] === name);
    return { ...result, failure, exchange };
  }

  async end(): Promise<void> {
    this.#target.context.isOver = true;
    await Promise.all([...this.#sessions].map((session) => session.end()));
    await this.#target.end();
    await this.#ownLender?.end();
  }
}

export interface RunChecksOptions extends RunOptions {
  signal?: AbortSignal;
  /** How many checks may run at the same time, if they are `concurrent`. */
  lanes?: number;
}

/**
 * Runs the checks one after another: most of them share a program. Other lanes meanwhile take those that don't. The
 * results come in the order of the checks, because the first failure is the one to look at.
 */
export async function runChecks(
  checks: readonly Check[],
  src: string,
  onResult: (result: CheckResult) => void = () => {},
  { signal, lanes = 1, ...options }: RunChecksOptions = {},
): Promise<CheckResult[]> {
  const run = new Run(src, options);
  const waiting = new Set(checks.keys());
  const done: CheckResult[] = [];
  const results: CheckResult[] = [];
  const work = async (isMine: (check: Check) => boolean) => {
    const next = () => (signal?.aborted ? undefined : [...waiting].find((index) => isMine(checks[index]!)));
    for (let index = next(); index !== undefined; index = next()) {
      waiting.delete(index);
      done[index] = await run.result(checks[index]!);
      for (let result = done[results.length]; result !== undefined; result = done[results.length]) {
        results.push(result);
        onResult(result);
      }
    }
  };
  const interrupt = () => void run.end();
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    const others = Array.from({ length: lanes - 1 }, () => work(({ concurrent = false }) => concurrent));
    await Promise.all([work(() => true), ...others]);
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await run.end();
  }
  return results;
}

/** A check may also fail in another way, such as a failed assertion. */
function partsOf(error: unknown): FailureParts {
  if (error instanceof CheckFailure) return error.parts;
  return { problem: error instanceof Error ? error.message : String(error) };
}
