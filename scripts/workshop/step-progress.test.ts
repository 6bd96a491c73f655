import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBeforeRules, isDecided } from './step-progress.ts';

const checks = [
  { step: 1, name: 'first' },
  { step: 1, name: 'second' },
  { step: 1, name: 'a rule', isRule: true },
  { step: 1, name: 'another rule', isRule: true },
];
const failure = { problem: 'no' };

/** The numbers of the results, in their order, after which the function says yes. */
function when(says: typeof isDecided, failing: readonly string[], order = checks): number[] {
  const results = order.map(({ step, name }) => ({
    step,
    name,
    failure: failing.includes(name) ? failure : undefined,
  }));
  return results.map((_, index) => index + 1).filter((count) => says(checks, results.slice(0, count)));
}

test('the rules are announced once, after the last ordinary check has passed', () => {
  assert.deepEqual(when(isBeforeRules, []), [2]);
  assert.deepEqual(when(isBeforeRules, ['a rule']), [2]);
});

test('no rules are announced if an ordinary check has failed, although rules that are not examined have no failure', () => {
  assert.deepEqual(when(isBeforeRules, ['first']), []);
  assert.deepEqual(when(isBeforeRules, ['second']), []);
});

test('no rules are announced for a step that has none', () => {
  const results = checks.slice(0, 2).map((check) => ({ ...check, failure: undefined }));
  assert.equal(isBeforeRules(checks.slice(0, 2), results), false);
});

test('a step is decided once: by its first failure, or else by its last check', () => {
  assert.deepEqual(when(isDecided, []), [4]);
  assert.deepEqual(when(isDecided, ['first']), [1]);
  assert.deepEqual(when(isDecided, ['second', 'another rule']), [2]);
  assert.deepEqual(when(isDecided, ['another rule']), [4]);
});
