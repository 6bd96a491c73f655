/**
 * Runs `work` and continues with one of the two: at once for a plain value, later for a promise. A request stays
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
  } catch (error) {
    return failed(error);
  }
  return isPromise(value) ? value.then(done, failed) : done(value);
}

export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<T>).then === 'function';
}

/** For a promise or an event whose failure something else already reports. */
export function ignore(): void {}
