import { bound } from '../machine/context.ts';
import { hold } from '../machine/handles.ts';
import { later } from '../machine/network.ts';

/* A browser's timers are numbers. Node's are objects, and one that is not referenced doesn't keep the process alive. */

const native = {
  setTimeout: globalThis.setTimeout.bind(globalThis) as unknown as (work: () => void, ms: number) => number,
  clearTimeout: globalThis.clearTimeout.bind(globalThis) as (id: number) => void,
};
const longest = 2 ** 31 - 1;
/** Timers that start timers would fill the memory of the whole page. */
const mostTimers = 100_000;
const known = new Map<number, Timeout>();
let ids = 1;

export class Timeout {
  readonly #work: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  readonly #id = ids++;
  #native = 0;
  #isReferenced = true;
  #release: (() => void) | undefined;

  constructor(work: () => void, ms: number, repeats: boolean) {
    this.#work = bound(work);
    this.#ms = ms >= 1 && ms <= longest ? ms : 1;
    this.#repeats = repeats;
    this.#start();
  }

  ref(): this {
    this.#isReferenced = true;
    if (known.has(this.#id)) this.#release ??= hold();
    return this;
  }

  unref(): this {
    this.#isReferenced = false;
    this.#free();
    return this;
  }

  hasRef(): boolean {
    return this.#isReferenced;
  }

  refresh(): this {
    native.clearTimeout(this.#native);
    this.#start();
    return this;
  }

  close(): this {
    native.clearTimeout(this.#native);
    known.delete(this.#id);
    this.#free();
    return this;
  }

  [Symbol.toPrimitive](): number {
    return this.#id;
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #start(): void {
    if (known.size > mostTimers) throw new RangeError(`The program has started more than ${mostTimers} timers.`);
    known.set(this.#id, this);
    if (this.#isReferenced) this.#release ??= hold();
    this.#native = native.setTimeout(() => {
      if (!this.#repeats) this.close();
      try {
        this.#work();
      } finally {
        if (this.#repeats && known.has(this.#id)) this.#start();
      }
    }, this.#ms);
  }

  #free(): void {
    this.#release?.();
    this.#release = undefined;
  }
}

export class Immediate {
  #release: (() => void) | undefined = hold();
  #isCleared = false;

  constructor(work: () => void) {
    const kept = bound(work);
    later(() => {
      this.unref();
      if (!this.#isCleared) kept();
    });
  }

  ref(): this {
    return this;
  }

  unref(): this {
    this.#release?.();
    this.#release = undefined;
    return this;
  }

  hasRef(): boolean {
    return this.#release !== undefined;
  }

  clear(): void {
    this.#isCleared = true;
    this.unref();
  }
}

type Callback = (...args: unknown[]) => void;

export function setTimeout(work: Callback, ms = 1, ...args: unknown[]): Timeout {
  return new Timeout(() => work(...args), Number(ms), false);
}

export function setInterval(work: Callback, ms = 1, ...args: unknown[]): Timeout {
  return new Timeout(() => work(...args), Number(ms), true);
}

export function setImmediate(work: Callback, ...args: unknown[]): Immediate {
  return new Immediate(() => work(...args));
}

export function clearTimeout(timer: Timeout | number | string | undefined): void {
  const found = timer instanceof Timeout ? timer : known.get(Number(timer));
  found?.close();
}

export const clearInterval = clearTimeout;

export function clearImmediate(timer: Immediate | undefined): void {
  timer?.clear();
}

export default { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate };
