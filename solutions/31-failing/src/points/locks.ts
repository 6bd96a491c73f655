import { inject, Log } from 'trellis';

interface Wait {
  /** Who wants the lock, for the log. */
  by: string;
  proceed(): void;
}

/** Milliseconds after which a wait is worth a line in the log, again and again. */
const unusual = 2_000;

/** Locks with names. Only one caller at a time has a lock, until its work has ended. */
export class Locks {
  @inject(Log) private readonly log!: Log;
  /** Who has each lock. */
  readonly #held = new Map<string, string>();
  readonly #waiting = new Map<string, Wait[]>();

  get counts(): { held: number; waiting: number } {
    return { held: this.#held.size, waiting: [...this.#waiting.values()].flat().length };
  }

  /** Does the work as soon as nobody else has the lock. `by` describes who asks. */
  async with<T>(name: string, by: string, work: () => Promise<T>): Promise<T> {
    if (this.#held.has(name)) await this.#wait(name, by);
    this.#held.set(name, by);
    try {
      return await work();
    } finally {
      this.#release(name);
    }
  }

  async #wait(name: string, by: string): Promise<void> {
    const started = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - started) / 1_000);
      this.log.warn('still waiting for a lock', { lock: name, by, held_by: this.#held.get(name), seconds });
    }, unusual).unref();
    await new Promise<void>((resolve) => {
      const queue = this.#waiting.get(name) ?? [];
      this.#waiting.set(name, [...queue, { by, proceed: resolve }]);
    });
    clearInterval(timer);
  }

  /** The next one who waits has the lock at once, so that nobody else can take it in between. */
  #release(name: string): void {
    const [next, ...others] = this.#waiting.get(name) ?? [];
    if (others.length > 0) this.#waiting.set(name, others);
    else this.#waiting.delete(name);
    if (next === undefined) {
      this.#held.delete(name);
      return;
    }
    this.#held.set(name, next.by);
    next.proceed();
  }
}
