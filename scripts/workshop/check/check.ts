import type { CheckOptions, Define, DefineExamination } from './check-definition.ts';
import { collectorOf } from './collector.ts';
import { examined } from './examination.ts';

export { examine, examineApplication } from '../examiners/examiners.ts';
export { type Behaviour, graded, preparing } from '../graded/behaviours.ts';
export type { ServiceCall, WorkerEvent } from '../run/messages.ts';
export { variation, type WrongDesign } from '../variation/define.ts';
export { exploitation, type FixedTarget } from '../variation/exploitation.ts';
export { assemble } from './assemble.ts';
// The chapters' check files know a response by this name.
export type { CheckedResponse as Answer } from './checked-response.ts';
export { copyDatabase } from './copy-database.ts';
export type { CountBlocks, Load } from './examination.ts';
export { CheckFailure } from './failure.ts';
export { inTurn } from './in-turn.ts';
export { insideProgram } from './inside-program.ts';
export { type Inspection, inspect, recorded, traceOf } from './inspect.ts';
export type { Alternative, Mistake } from './mistake.ts';
export { random } from './random.ts';
export type { Session } from './session.ts';
export { type Statement, statementOf } from './statement.ts';

export interface Steps {
  /** `check` is for what a server responds, `examine` for what functions and classes do: it gets a function that imports them. */
  step(number: number, define: (check: Define, examine: DefineExamination) => void): void;
}

/**
 * The first line of every `check.test.ts`: `const { step } = chapter(import.meta.url);`
 * The file defines checks. The workshop's commands collect them, and run them against any folder. `defaults` are the
 * options of all of them.
 */
export function chapter(url: string, defaults: CheckOptions = {}): Steps {
  const checks = collectorOf(url);
  const file = new URL(url);
  file.search = '';
  return {
    step: (step, define) =>
      define(
        (name, body, options) => checks.push({ step, name, body, ...defaults, ...options }),
        (name, examine, options) =>
          checks.push({ step, name, examine, body: (app) => examined(app, file.href, name), ...defaults, ...options }),
      ),
  };
}
