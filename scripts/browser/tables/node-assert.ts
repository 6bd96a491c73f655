import { inspect, isDeepStrictEqual } from 'node:util';

/* As much of `node:assert/strict` as the framework's test files use. */

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

type Expected = RegExp | object | ((error: unknown) => unknown);

function fail(message: unknown, otherwise: () => string): never {
  if (message instanceof Error) throw message;
  throw new AssertionError(message === undefined ? otherwise() : String(message));
}

function compared(actual: unknown, expected: unknown): string {
  return `got ${inspect(actual)}, expected ${inspect(expected)}`;
}

export function ok(value: unknown, message?: unknown): asserts value {
  if (!value) fail(message, () => `${inspect(value)} is not true`);
}

export function equal(actual: unknown, expected: unknown, message?: unknown): void {
  if (!Object.is(actual, expected)) fail(message, () => compared(actual, expected));
}

export function notEqual(actual: unknown, expected: unknown, message?: unknown): void {
  if (Object.is(actual, expected)) fail(message, () => `both are ${inspect(actual)}`);
}

export function deepEqual(actual: unknown, expected: unknown, message?: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) fail(message, () => compared(actual, expected));
}

export function notDeepEqual(actual: unknown, expected: unknown, message?: unknown): void {
  if (isDeepStrictEqual(actual, expected)) fail(message, () => `both are ${inspect(actual)}`);
}

export function match(text: string, pattern: RegExp, message?: unknown): void {
  if (!pattern.test(text)) fail(message, () => `${inspect(text)} does not match ${pattern}`);
}

export function doesNotMatch(text: string, pattern: RegExp, message?: unknown): void {
  if (pattern.test(text)) fail(message, () => `${inspect(text)} matches ${pattern}`);
}

export function throws(work: () => unknown, expected?: Expected | string, message?: unknown): void {
  let thrown: unknown;
  let hasThrown = false;
  try {
    work();
  } catch (error) {
    [thrown, hasThrown] = [error, true];
  }
  if (!hasThrown) fail(message, () => 'nothing was thrown');
  judge(thrown, expected);
}

export function doesNotThrow(work: () => unknown): void {
  work();
}

export async function rejects(
  work: Promise<unknown> | (() => Promise<unknown>),
  expected?: Expected | string,
  message?: unknown,
): Promise<void> {
  let thrown: unknown;
  let hasThrown = false;
  try {
    await (typeof work === 'function' ? work() : work);
  } catch (error) {
    [thrown, hasThrown] = [error, true];
  }
  if (!hasThrown) fail(message, () => 'it was not rejected');
  judge(thrown, expected);
}

export async function doesNotReject(work: Promise<unknown> | (() => Promise<unknown>)): Promise<void> {
  await (typeof work === 'function' ? work() : work);
}

function judge(thrown: unknown, expected: Expected | string | undefined): void {
  if (expected === undefined || typeof expected === 'string') return;
  if (expected instanceof RegExp) match(String(thrown), expected);
  else if (typeof expected === 'function') judgeBy(thrown, expected as (error: unknown) => unknown);
  else judgeFields(thrown, expected);
}

function judgeFields(thrown: unknown, expected: object): void {
  for (const [key, value] of entriesOf(expected)) {
    const actual = (thrown as Record<string, unknown>)[key];
    if (value instanceof RegExp && typeof actual === 'string') match(actual, value);
    else deepEqual(actual, value, `${key}: ${compared(actual, value)}`);
  }
}

/** An error is compared by its name and message, too, which are not properties that can be listed. */
function entriesOf(expected: object): [string, unknown][] {
  const { name, message } = expected as Error;
  return [...Object.entries(expected), ...(expected instanceof Error ? Object.entries({ name, message }) : [])];
}

function judgeBy(thrown: unknown, expected: (error: unknown) => unknown): void {
  const isClass = expected === Error || expected.prototype instanceof Error;
  if (isClass ? thrown instanceof expected : expected(thrown) === true) return;
  throw isClass ? thrown : new AssertionError(`the error is another one: ${inspect(thrown)}`);
}

function failNow(message?: unknown): never {
  return fail(message, () => 'failed');
}

export { deepEqual as deepStrictEqual, equal as strictEqual, failNow as fail };

export default Object.assign(ok.bind(undefined), {
  ...{
    ok,
    equal,
    notEqual,
    deepEqual,
    notDeepEqual,
    match,
    doesNotMatch,
    throws,
    doesNotThrow,
    rejects,
    doesNotReject,
  },
  ...{ fail: failNow, strictEqual: equal, deepStrictEqual: deepEqual, AssertionError },
});
