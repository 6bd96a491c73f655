/** The current time. Everything that expires asks the clock, so that a test can let a day pass in an instant. */
export abstract class Clock {
  /** Milliseconds since 1 January 1970, UTC. */
  abstract now(): number;
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}

/** A clock that moves only when a test moves it. */
export class ManualClock extends Clock {
  #now = 0;

  /** Starts at a fixed date, so that a test sees the same dates every day. */
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
    if (!Number.isFinite(ms))
      throw new RangeError(`ManualClock.set(${ms}): pass a finite number of milliseconds since 1970.`);
    this.#now = ms;
  }
}
