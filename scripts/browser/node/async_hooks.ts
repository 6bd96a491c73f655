import { bound, type Context, currentContext, enter, runIn } from '../machine/context.ts';

export class AsyncLocalStorage<T> {
  static bind = bound;

  static snapshot(): <R>(work: (...args: unknown[]) => R, ...args: unknown[]) => R {
    const context = currentContext();
    return (work, ...args) => runIn(context, () => work(...args));
  }

  getStore(): T | undefined {
    return currentContext()?.get(this) as T | undefined;
  }

  run<R>(store: T, work: (...args: unknown[]) => R, ...args: unknown[]): R {
    return runIn(this.#with(store), () => work(...args));
  }

  exit<R>(work: (...args: unknown[]) => R, ...args: unknown[]): R {
    return runIn(this.#with(undefined), () => work(...args));
  }

  enterWith(store: T): void {
    enter(this.#with(store));
  }

  disable(): void {
    enter(this.#with(undefined));
  }

  #with(store: T | undefined): Context {
    return new Map([...(currentContext() ?? []), [this, store]]);
  }
}

export class AsyncResource {
  static bind = bound;
  readonly #context = currentContext();

  runInAsyncScope<R>(work: (...args: unknown[]) => R, self?: unknown, ...args: unknown[]): R {
    return runIn(this.#context, () => work.apply(self, args));
  }

  emitDestroy(): this {
    return this;
  }
}

/** A browser tells nobody when asynchronous work begins: what asks for it hears of none. */
export function createHook(): { enable(): unknown; disable(): unknown } {
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
}

const outside = {};

export function executionAsyncResource(): object {
  return outside;
}

export default { AsyncLocalStorage, AsyncResource, createHook, executionAsyncResource };
