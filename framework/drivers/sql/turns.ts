interface Waiter {
  holder: string;
  go: () => void;
  timer?: NodeJS.Timeout;
}

/** How long to wait for a turn, and the error when that time has passed. `holder` is the one who has the turn then. */
export interface Patience {
  deadline: number;
  giveUp: (holder: string) => Error;
}

/** One at a time, first come, first served. */
export class Turns {
  #holder: string | undefined;
  /** In order of arrival. A Set, because a waiter that gives up leaves from the middle. */
  readonly #waiting = new Set<Waiter>();

  /** Takes the turn immediately if it is free, so that an uncontended statement doesn't pay for a queue. */
  takeIfFree(holder: string): boolean {
    if (this.#holder !== undefined) return false;
    this.#holder = holder;
    return true;
  }

  get isTaken(): boolean {
    return this.#holder !== undefined;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Waits for the turn, forever if no patience is given. */
  take(holder: string, patience?: Patience): Promise<void> {
    if (this.takeIfFree(holder)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { holder, go: resolve };
      this.#waiting.add(waiter);
      if (!patience) return;
      // Not unref'ed: a program that waits for itself has nothing else to do, and would exit silently.
      waiter.timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(patience.giveUp(this.#holder!));
      }, patience.deadline);
    });
  }

  /** Hands the turn to the waiter that arrived first. */
  release(): void {
    const [next] = this.#waiting;
    this.#holder = next?.holder;
    if (!next) return;
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.go();
  }
}
