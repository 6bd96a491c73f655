import { after, describe, it } from 'node:test';
import { chapterOf } from '../chapters.ts';
import { ServersMissing } from '../services/lender.ts';
import type { CheckBody, CheckOptions } from './check-definition.ts';
import { collectorOf } from './collector.ts';
import { Run } from './run.ts';

export type { ServiceCall, WorkerEvent } from '../run/program.ts';
// The chapters' check files know a response by this name.
export type { CheckedResponse as Answer } from './checked-response.ts';
export { CheckFailure } from './failure.ts';
export { inTurn } from './in-turn.ts';
export { type Inspection, inspect, recorded, traceOf } from './inspect.ts';
export type { Mistake } from './mistake.ts';
export { random } from './random.ts';
export type { Session } from './session.ts';

export interface Steps {
  step(number: number, define: (check: (name: string, body: CheckBody, options?: CheckOptions) => void) => void): void;
}

/**
 * The first line of every `check.test.ts`: `const { step } = chapter(import.meta.url);`
 * The workshop's commands collect the checks and run them against any folder. Run by itself, the file is an ordinary
 * node:test file that checks the learner's code, or the folder in `CHECK_SRC`.
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
              if (!(error instanceof ServersMissing)) throw error;
              t.skip(error.message);
            }
          }));
      }),
  };
}
