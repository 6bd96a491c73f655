/** How often the delay is measured, in milliseconds. */
const period = 100;

/** Measures how late timers run. While they are too late, a quick 503 for new requests lets the running ones finish. */
export class LoadMeter {
  isTooHigh = false;
  readonly #limit: number;
  #timer: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  start(): void {
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#measure(), period).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #measure(): void {
    const now = performance.now();
    this.isTooHigh = now - this.#last - period > this.#limit;
    this.#last = now;
  }
}
