import { setTimeout as delay } from 'node:timers/promises';

export interface AgainOptions {
  /** How often the work is tried. */
  attempts?: number;
  /** Milliseconds between two attempts. */
  pause: number;
  /** Called when an attempt has failed and another one follows. */
  onFailure?(attempt: number, error: unknown): void;
}

/** Repeats work that can fail for a moment, as everything on a network can. Throws the last error. */
export async function again<T>(work: () => Promise<T>, options: AgainOptions): Promise<T> {
  const { attempts = Number.POSITIVE_INFINITY, pause, onFailure } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts) throw error;
      onFailure?.(attempt, error);
    }
    await delay(pause);
  }
}
