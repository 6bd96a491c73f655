import { HttpError } from 'trellis';

/** Limits how much work goes on at the same time for each key. */
export class Turns {
  readonly #most: number;
  readonly #running = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Does the work, or throws 503 if the key has too much going on already. */
  async run(key: string, work: () => unknown): Promise<unknown> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#most) throw new HttpError(503);
    this.#running.set(key, running + 1);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  #leave(key: string): void {
    const left = (this.#running.get(key) ?? 0) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
  }
}
