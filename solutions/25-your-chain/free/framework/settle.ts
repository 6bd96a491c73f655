/** Anything with a method `then`, as `await` sees it: libraries have promises of their own. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function';
}

/** Marks a rejection as handled, and leaves the promise as it is. Node ends the process over an unhandled rejection. */
export function guarded<T>(value: T): T {
  if (value instanceof Promise) value.then(undefined, () => {});
  return value;
}
