/** Milliseconds between two times at which it is saved, in case the process is killed. */
const interval = 5_000;

/** The time that somebody spends on a drill, in milliseconds, over several sittings. */
export class Stopwatch {
  readonly #before: number;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #save: (spent: number) => void;

  constructor(before: number, save: (spent: number) => void) {
    this.#before = before;
    this.#save = save;
    this.#timer = setInterval(() => save(this.elapsed), interval).unref();
  }

  get elapsed(): number {
    return Math.round(this.#before + performance.now() - this.#started);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#save(this.elapsed);
  }
}
