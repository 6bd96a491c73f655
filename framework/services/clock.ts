/** What time it is. Whatever expires asks the clock, so that a test can let a day pass in no time. */
export abstract class Clock {
  /** Milliseconds since 1970, UTC. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}

/** A clock that stands still until somebody moves it. */
export class ManualClock extends Clock {
  #now = 0;

  /** Starts at a fixed moment, so that a test reads the same dates on every day. */
  constructor(start = Date.UTC(2026, 0, 1)) {
    super();
    this.set(start);
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError(`ManualClock.advance(${ms}): time only moves forward. Use set() to go back.`);
    this.set(this.#now + ms);
  }

  set(ms: number): void {
    if (!Number.isFinite(ms)) throw new RangeError(`ManualClock.set(${ms}): give milliseconds since 1970.`);
    this.#now = ms;
  }
}
