import { randomBytes, randomInt } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { chapterOf } from '../chapters.ts';
import { collectorOf } from './collector.ts';
import { Run } from './run.ts';
import type { Session } from './session.ts';
import { Skipped } from './skipped.ts';

export type { Answer } from './answer.ts';
export type { Outcome } from './command.ts';
export { CheckFailure } from './failure.ts';
export { inTurn } from './in-turn.ts';
export type { Lent } from './lender.ts';
export type { Mistake } from './mistake.ts';
export type { WorkerEvent } from './program.ts';
export type { Session } from './session.ts';

/** What a check does with the running program. It fails by throwing. */
export type CheckBody = (app: Session) => Promise<void>;

export interface CheckOptions {
  /** True of the untouched starter too: it guards something that must stay as it is. */
  alreadyTrue?: boolean;
  /** How long each answer may take, in milliseconds; 5,000 unless the work itself is slow. */
  deadline?: number;
}

export interface Check extends CheckOptions {
  readonly step: number;
  readonly name: string;
  readonly body: CheckBody;
}

export interface Steps {
  step(number: number, define: (check: (name: string, body: CheckBody, options?: CheckOptions) => void) => void): void;
}

/**
 * The beginning of every `check.test.ts`: `const { step } = chapter(import.meta.url);`
 * The workshop's commands collect the checks and run them where they like; run by hand, the file is an ordinary
 * node:test file for the learner's code, or for the folder in `CHECK_SRC`.
 */
export function chapter(url: string): Steps {
  const collector = collectorOf(url);
  if (collector !== undefined) {
    return {
      step: (step, define) => define((name, body, options) => collector.push({ step, name, body, ...options })),
    };
  }
  const { src, steps } = chapterOf(url);
  const run = new Run(process.env.CHECK_SRC ?? src);
  after(() => run.end());
  return {
    step: (step, define) =>
      describe(`Step ${step}: ${steps.find(({ number }) => number === step)?.title ?? ''}`, () => {
        define((name, body, options) =>
          it(name, async (t) => {
            try {
              await run.check({ step, name, body, ...options });
            } catch (error) {
              if (!(error instanceof Skipped)) throw error;
              t.skip(error.message);
            }
          }));
      }),
  };
}

/** Values that no program can have guessed. */
export const random = {
  /** A lower-case word, fit for a path segment. */
  word: (): string => `w${randomBytes(5).toString('hex')}`,
  number: (): number => randomInt(1_000, 1_000_000),
  email: (): string => `${random.word()}@example.com`,
  sentence: (): string => `${random.word()} ${random.word()} ${random.word()}`,
};
