import { randomBytes } from 'node:crypto';
import type { Check } from './check.ts';
import { CheckFailure, type FailureParts } from './failure.ts';
import { Session, Target } from './session.ts';

const defaultDeadline = 5_000;

export interface CheckResult {
  readonly step: number;
  readonly name: string;
  readonly alreadyTrue: boolean;
  readonly milliseconds: number;
  /** Undefined where the check holds. */
  readonly failure: FailureParts | undefined;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** How long the program may take to listen, in milliseconds. */
  startDeadline?: number;
}

/** One pass over the checks of a chapter, against the program in one folder. */
export class Run {
  readonly #target: Target;

  constructor(src: string, { env = {}, startDeadline }: RunOptions = {}) {
    // Nothing of the surroundings may decide a check: the secret is new, the stores are in memory.
    const secret = randomBytes(24).toString('hex');
    const isolated = {
      JWT_SECRET: secret,
      DATABASE_URL: 'memory:',
      REDIS_URL: '',
      LOG_LEVEL: 'info',
      NODE_ENV: 'test',
    };
    this.#target = new Target(src, { ...isolated, ...env }, startDeadline);
  }

  /** Throws a `CheckFailure` where the check does not hold. */
  async check({ body, deadline = defaultDeadline }: Check): Promise<void> {
    const session = new Session(this.#target, deadline);
    try {
      await body(session);
    } finally {
      await session.end();
    }
  }

  async result(check: Check): Promise<CheckResult> {
    const started = performance.now();
    const failure = await this.check(check).then(
      () => undefined,
      (error: unknown) => partsOf(error),
    );
    const { step, name, alreadyTrue = false } = check;
    return { step, name, alreadyTrue, milliseconds: performance.now() - started, failure };
  }

  async end(): Promise<void> {
    await this.#target.end();
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
