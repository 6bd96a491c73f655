import { randomBytes } from 'node:crypto';
import type { Check } from './check.ts';
import { CheckFailure, type FailureParts } from './failure.ts';
import { Lender } from './lender.ts';
import { Session, Target } from './session.ts';
import { Skipped } from './skipped.ts';
import { Recorder, type Story } from './tape.ts';

const defaultDeadline = 5_000;

export interface CheckResult {
  readonly step: number;
  readonly name: string;
  readonly alreadyTrue: boolean;
  readonly milliseconds: number;
  /** Undefined where the check holds, or was skipped. */
  readonly failure: FailureParts | undefined;
  /** Why it could not be made here. */
  readonly skipped?: string;
  /** What was sent up to the failure, where anything was. */
  readonly story?: Story;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** How long the program may take to listen, in milliseconds. */
  startDeadline?: number;
  /** Whose servers to use, where several runs share them. */
  lender?: Lender;
}

/** Nothing of the surroundings may decide a check: the secret is new, the stores are in memory. */
export function isolation(): Record<string, string> {
  const secret = randomBytes(24).toString('hex');
  return { JWT_SECRET: secret, DATABASE_URL: 'memory:', REDIS_URL: '', LOG_LEVEL: 'info', NODE_ENV: 'test' };
}

/** One pass over the checks of a chapter, against the program in one folder. */
export class Run {
  readonly #target: Target;
  readonly #recorder = new Recorder();
  readonly #ownLender: Lender | undefined;

  constructor(src: string, { env = {}, startDeadline, lender }: RunOptions = {}) {
    if (lender === undefined) this.#ownLender = new Lender();
    const recorder = this.#recorder;
    this.#target = new Target(
      src,
      { ...isolation(), ...env },
      startDeadline,
      recorder,
      'main.ts',
      lender ?? this.#ownLender,
    );
  }

  /** Throws a `CheckFailure` where the check does not hold, and `Skipped` where it cannot be made. */
  async check({ name, body, deadline = defaultDeadline }: Check): Promise<void> {
    this.#recorder.check = name;
    const session = new Session(this.#target, deadline);
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
    if (problem instanceof Skipped) return { ...result, failure: undefined, skipped: problem.message };
    const failure = partsOf(problem);
    const story = this.#recorder.storyOf(failure.request);
    // Servers that were lent are gone afterwards: what was sent to a program that used them cannot be sent again.
    return { ...result, failure, story: story?.tapes.some(({ env }) => env.REDIS_URL) ? undefined : story };
  }

  async end(): Promise<void> {
    await this.#target.end();
    await this.#ownLender?.end();
  }
}

/** Runs the checks one after another: they share a program, and the first failure is the one to look at. */
export async function runChecks(
  checks: readonly Check[],
  src: string,
  onResult: (result: CheckResult) => void = () => {},
  options: RunOptions = {},
): Promise<CheckResult[]> {
  const run = new Run(src, options);
  const results: CheckResult[] = [];
  try {
    for (const check of checks) {
      const result = await run.result(check);
      results.push(result);
      onResult(result);
    }
  } finally {
    await run.end();
  }
  return results;
}

/** A check that fails in its own way, by a broken assertion for one, still says something. */
function partsOf(error: unknown): FailureParts {
  if (error instanceof CheckFailure) return error.parts;
  return { problem: error instanceof Error ? error.message : String(error) };
}
