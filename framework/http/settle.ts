/**
 * Runs `work` and continues with `done` or `failed`: at once for a plain value, later for a promise. A request stays
 * synchronous until a handler returns a promise, so that quick handlers stay quick.
 */
export function settle<T, R>(
  work: () => T | PromiseLike<T>,
  done: (value: T) => R,
  failed: (error: unknown) => R,
): R | PromiseLike<R> {
  let value: T | PromiseLike<T>;
  try {
    value = work();
    if (isPromise(value)) return value.then(done, failed);
  } catch (error) {
    return failed(error);
  }
  return done(value);
}

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<T>).then === 'function';
}

/** For a failure that must not end the process, and that somebody else sees: the caller, the client or the trace. */
export function ignore(): void {}
