/*
 * The values that follow a request through its asynchronous work: what `AsyncLocalStorage` is built on. A browser has no such
 * thing, so it is put together from three parts: `then` and the timers remember the context of their caller, and `await`
 * restores it, because `context-calls.ts` has added a call after each of them to all code that runs in a worker.
 */

export type Context = ReadonlyMap<object, unknown> | undefined;

let current: Context;

export function currentContext(): Context {
  return current;
}

export function enter(context: Context): void {
  current = context;
}

export function runIn<T>(context: Context, work: () => T): T {
  const before = current;
  current = context;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** The function, in the context of this call. */
export function bound<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  const context = current;
  return function (this: unknown, ...args: Args) {
    return runIn(context, () => work.apply(this, args));
  };
}

/** What the added calls use: `$context.after(saved = $context.get(), await work)`. */
export const contextCalls = {
  get: currentContext,
  set: enter,
  after: <T>(context: Context, value: T): T => {
    current = context;
    return value;
  },
};

/** Call it once per worker, before anything else runs. */
export function installContext(): void {
  Object.assign(globalThis, { $context: contextCalls });
  const { then } = Promise.prototype;
  const keep = (callback: unknown) => (typeof callback === 'function' ? bound(callback as () => unknown) : callback);
  const kept = function (this: Promise<unknown>, fulfilled: unknown, rejected: unknown) {
    return then.call(this, keep(fulfilled) as () => unknown, keep(rejected) as () => unknown);
  };
  Object.defineProperty(Promise.prototype, 'then', { value: kept, configurable: true, writable: true });
  const { queueMicrotask } = globalThis;
  globalThis.queueMicrotask = (callback) => queueMicrotask(bound(callback));
}
