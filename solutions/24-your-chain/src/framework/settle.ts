/**
 * Runs `work` and continues with `done` or `failed`: at once for a plain value, later for a promise. A request stays
 * synchronous until a handler returns a promise, so that quick handlers stay quick.
 */
export function settle<T>(
  work: () => T | PromiseLike<T>,
  done: (value: T) => void,
  failed: (error: unknown) => void,
): void {
  let value: T | PromiseLike<T>;
  try {
    value = work();
    if (isPromise(value)) return void value.then(done, failed);
  } catch (error) {
    return void failed(error);
  }
  done(value);
}

/** Anything with a method `then`, as `await` sees it: libraries have promises of their own. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<T>).then === 'function';
}
