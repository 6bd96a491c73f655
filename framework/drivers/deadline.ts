/** The longest time that Node's timers can count, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * A point in time by which something must have happened. It nearly always has, so `set` and `clear` must cost nothing: they
 * leave a timer that is running alone. When it fires, it looks at the time that applies then.
 */
export class Deadline {
  readonly #onMissed: () => void;
  #at = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(onMissed: () => void) {
    this.#onMissed = onMissed;
  }

  /** On the clock of `performance.now()`. */
  set(at: number): void {
    this.#at = at;
    if (at < this.#firesAt) this.#start();
  }

  clear(): void {
    this.#at = Number.POSITIVE_INFINITY;
  }

  #start(): void {
    clearTimeout(this.#timer);
    const left = Math.min(Math.max(this.#at - performance.now(), 1), LONGEST);
    this.#firesAt = performance.now() + left;
    this.#timer = setTimeout(this.#look, left);
    // What is waited for keeps the process alive, not the wait: it may be over long before the timer fires.
    this.#timer.unref();
  }

  readonly #look = (): void => {
    this.#firesAt = Number.POSITIVE_INFINITY;
    if (this.#at === Number.POSITIVE_INFINITY) return;
    if (performance.now() < this.#at) this.#start();
    else {
      this.clear();
      this.#onMissed();
    }
  };
}
