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
  /** Of the check that is running, or ran last. */
  #session: Session | undefined;

  constructor(src: string, { env = {}, lender, address, ...startOptions }: RunOptions = {}) {
    if (lender === undefined) this.#ownLender = new Lender();
    const own = { exchanges: this.exchanges, hopeless: new Map<string, CheckFailure>(), isOver: false };
    const context: RunContext = { src, lender: lender ?? this.#ownLender!, startOptions, address, ...own };
    this.#target = new Target(context, { ...isolation(), ...env });
  }

  /** Throws a `CheckFailure` if the check fails, and `ServersMissing` if it can't run on this machine. */
  async check({ name, body, deadline = defaultDeadline }: Check): Promise<void> {
    const session = new Session(this.#target, deadline, [name]);
    this.#session = session;
    try {
      await body(session);
    } finally {
      await session.end();
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
    await this.#session?.end();
    await this.#target.end();
    await this.#ownLender?.end();
  }
}

/** Runs the checks one after another: they share a program, and the first failure is the one to look at. */
export async function runChecks(
  checks: readonly Check[],
  src: string,
  onResult: (result: CheckResult) => void = () => {},
  options: RunOptions & { signal?: AbortSignal } = {},
): Promise<CheckResult[]> {
  const { signal, ...rest } = options;
  const run = new Run(src, rest);
  const results: CheckResult[] = [];
  const interrupt = () => void run.end();
  signal?.addEventListener('abort', interrupt, { once: true });
  try {
    for (const check of checks) {
      if (signal?.aborted) break;
      const result = await run.result(check);
      results.push(result);
      onResult(result);
    }
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
