// What `node:test` is to the tests of a learner, while they are graded: the same functions, but the tests at the top of a
// file are collected first, so that they can run in another order, and none of them may take forever.
import * as real from 'node:test';

/** How long one test may take. */
const patience = 5_000;

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
    const register = () => define(...(isTest ? withTimeout(args) : args));
    if (collected === undefined) return register();
    collected.push(register);
    return Promise.resolve();
  };
}

function withTimeout(args) {
  const fn = args.find((arg) => typeof arg === 'function');
  const name = args.find((arg) => typeof arg === 'string') ?? fn?.name;
  const options = args.find((arg) => typeof arg === 'object' && arg !== null);
  const unlessOver = fn && ((t, done) => (isOver() ? t.skip() : fn.length > 1 ? fn(t, done) : fn(t)));
  return [name, { timeout: patience, ...options }, unlessOver && withArity(unlessOver, fn.length)];
}

/** node:test waits for a callback if the function has two parameters. */
function withArity(unlessOver, parameters) {
  return parameters > 1 ? (t, done) => unlessOver(t, done) : (t) => unlessOver(t);
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
