// What `node:test` is to the tests of a learner, while they are graded: the same functions, but the tests at the top of a
// file are collected first, so that they can run in another order, or not at all.
import * as real from 'node:test';

let collected;
let isOver = () => false;

/** Imports a test file, and registers its tests: in their order, or in the reverse one. Skips those that come when it is over. */
export async function registerTests(url, isReversed, over) {
  isOver = over;
  collected = [];
  const found = collected;
  try {
    await import(url);
  } finally {
    collected = undefined;
  }
  for (const register of isReversed ? found.toReversed() : found) register();
}

function wrapped(define, isTest) {
  return (...args) => {
    const register = () => define(...(isTest ? args.map(unlessOver) : args));
    if (collected === undefined) return register();
    collected.push(register);
    return Promise.resolve();
  };
}

/** node:test waits for a callback if the function of a test has two parameters. */
function unlessOver(arg) {
  if (typeof arg !== 'function') return arg;
  return arg.length > 1 ? (t, done) => (isOver() ? done() : arg(t, done)) : (t) => (isOver() ? t.skip() : arg(t));
}

function withMarks(define, isTest) {
  const marks = ['skip', 'todo', 'only'].map((mark) => [mark, wrapped(define[mark], isTest)]);
  return Object.assign(wrapped(define, isTest), Object.fromEntries(marks));
}

export const test = withMarks(real.test, true);
export const it = withMarks(real.it, true);
export const describe = withMarks(real.describe, false);
export const suite = describe;
export const { before, after, beforeEach, afterEach, mock } = real;
export default Object.assign(test, { test, it, describe, suite, before, after, beforeEach, afterEach, mock });
