/** Why a program that is still running will never listen. */
export type Stuck = 'blocked' | 'waiting';

export interface StartWatchOptions {
  /** Asks the program for a sign of life. It replies with `heard()`, unless its event loop is blocked. */
  ask(): void;
  onStuck(why: Stuck): void;
  /** How long it may be blocked, or wait without doing anything, in milliseconds. */
  patience: number;
}

const interval = 500;
/** A program that prints, or polls, without ever listening. */
const longest = 60_000;
/** The part of the processor time below which a program only waits. */
const idle = 0.02;

/**
 * Watches a program until it listens. A blocked event loop doesn't reply; a program that waits for a promise replies, but
 * uses no processor time. Everything is counted in questions, not by the clock: if this process, or the whole machine,
 * is suspended for a while, that isn't the program's fault.
 */
export class StartWatch {
  readonly #options: StartWatchOptions;
  readonly #timer: NodeJS.Timeout;
  #asked = 0;
  /** A process that is still loading Node and the loader can't reply, and isn't blocked. */
  #isLoaded = false;
  #unanswered = 0;
  #idle = 0;
  #used = 0;

  constructor(options: StartWatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), interval).unref();
  }

  /** The program's reply, with the processor time that it has used so far, in milliseconds. */
  heard(used: number): void {
    this.#isLoaded = true;
    this.#idle = used - this.#used > idle * interval * this.#unanswered ? 0 : this.#idle + this.#unanswered;
    this.#used = used;
    this.#unanswered = 0;
  }

  /** The program printed something, or told of a worker. */
  active(): void {
    this.#idle = 0;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const { ask, onStuck, patience } = this.#options;
    const most = patience / interval;
    this.#asked++;
    if (this.#isLoaded && this.#unanswered >= most) onStuck('blocked');
    else if (this.#idle >= most || this.#asked > longest / interval) onStuck('waiting');
    else {
      this.#unanswered++;
      // One question at a time: a blocked program would find a pile of them.
      if (this.#unanswered === 1) ask();
    }
  }
}
