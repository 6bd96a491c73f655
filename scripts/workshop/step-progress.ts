import type { Check } from './check/check-definition.ts';
import type { CheckResult } from './check/run.ts';

type Named = Pick<Check, 'step' | 'name' | 'isRule'>;
type Result = Pick<CheckResult, 'step' | 'name' | 'failure'>;

/** Whether the last result decides its step: as its first failure, or as the last of its checks, if none has failed. */
export function isDecided(checks: readonly Named[], results: readonly Result[]): boolean {
  const last = results.at(-1);
  if (last === undefined) return false;
  const own = results.filter(({ step }) => step === last.step);
  const failed = own.filter(({ failure }) => failure !== undefined);
  if (failed.length > 0) return failed.length === 1 && failed[0] === last;
  return own.length === checks.filter(({ step }) => step === last.step).length;
}

/** Whether the step has passed all of its own checks with the last result, and rules come next. */
export function isBeforeRules(checks: readonly Named[], results: readonly Result[]): boolean {
  const last = results.at(-1);
  const own = checks.filter(({ step }) => step === last?.step);
  const names = new Set(own.filter(({ isRule }) => !isRule).map(({ name }) => name));
  if (last === undefined || !names.has(last.name)) return false;
  const ordinary = results.filter(({ step, name }) => step === last.step && names.has(name));
  const hasPassed = ordinary.length === names.size && ordinary.every(({ failure }) => failure === undefined);
  return own.length > names.size && hasPassed;
}
