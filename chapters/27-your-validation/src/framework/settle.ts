/**
 * Runs `work` and continues with `done` or `failed`: at once for a plain value, later for a promise. A request stays
 * synchronous until a handler returns a promise, so that quick handlers stay quick.
 */
export function settle(work: () => unknown, done: (value: unknown) => void, failed: (error: unknown) => void): void {
  let value: unknown;
  try {
    value = work();
    if (isPromise(value)) return void value.then(done, failed);
  } catch (error) {
    return void failed(error);
  }
  done(value);
}

/** Anything with a method `then`, as `await` sees it: libraries have promises of their own. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function';
}

/**
 * Marks a rejection as handled, and leaves the promise as it is. Node ends the process over an unhandled rejection, so without
 * this, a forgotten `return` or `await` in the application would cost the server instead of one response.
 */
export function guarded<T>(value: T): T {
  // Only real promises have unhandled rejections. The `then` of a query builder would run its query once more.
  if (value instanceof Promise) value.then(undefined, () => {});
  return value;
}
