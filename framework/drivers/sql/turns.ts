interface Waiter {
  holder: string;
  go: () => void;
  timer?: NodeJS.Timeout;
}

/** How long to wait for a turn, and the error for whoever waited in vain. `holder` is who had the turn then. */
export interface Patience {
  deadline: number;
  giveUp: (holder: string) => Error;
}

/** One at a time, first come, first served. */
export class Turns {
  #holder: string | undefined;
  /** In the order of arrival; a Set, because whoever gives up leaves from the middle. */
  readonly #waiting = new Set<Waiter>();

  /** Takes the turn if it is free, at once: without a transaction in the way nobody pays for a queue. */
  takeIfFree(holder: string): boolean {
    if (this.#holder !== undefined) return false;
    this.#holder = holder;
    return true;
  }

  /** Without patience it waits for ever. */
  take(holder: string, patience?: Patience): Promise<void> {
    if (this.takeIfFree(holder)) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { holder, go: resolve };
      this.#waiting.add(waiter);
      if (!patience) return;
      // Not unref'ed: a program that waits for itself has nothing else to do, and would end without a word.
      waiter.timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(patience.giveUp(this.#holder!));
      }, patience.deadline);
    });
  }

  /** Hands the turn to whoever waits longest. */
  release(): void {
    const [next] = this.#waiting;
    this.#holder = next?.holder;
    if (!next) return;
    this.#waiting.delete(next);
    clearTimeout(next.timer);
    next.go();
  }
}
