import { Unavailable } from '../../services/unavailable.ts';
import { backoff } from '../network-limits.ts';
import type { PostgresConnection } from './connection.ts';

interface Waiter {
  go: (connection: PostgresConnection) => void;
  giveUp: (error: unknown) => void;
  timer: NodeJS.Timeout;
}

/**
 * A bounded number of connections, lent to one user at a time. Lost ones are dropped and opened again when somebody needs
 * them; while the server cannot be reached, most callers hear so at once and only one in a while tries again.
 */
export class PostgresPool {
  readonly #name: string;
  readonly #size: number;
  readonly #open: () => PostgresConnection;
  readonly #idle: PostgresConnection[] = [];
  readonly #lent = new Set<PostgresConnection>();
  readonly #waiting = new Set<Waiter>();
  #failures = 0;
  #closedUntil = 0;
  #drained: (() => void) | undefined;

  constructor(name: string, size: number, open: () => PostgresConnection) {
    this.#name = name;
    this.#size = size;
    this.#open = open;
  }

  /** Waits for a free connection until `until`, as `performance.now()` counts. Whoever takes one releases it. */
  async take(until: number): Promise<PostgresConnection> {
    if (this.#lent.size < this.#size) return this.#lend();
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        go: resolve,
        giveUp: reject,
        timer: setTimeout(() => this.#leave(waiter), until - performance.now()),
      };
      this.#waiting.add(waiter);
    });
  }

  release(connection: PostgresConnection): void {
    this.#lent.delete(connection);
    this.#learn(connection);
    if (!connection.isGone) this.#idle.push(connection);
    const [next] = this.#waiting;
    if (next) {
      this.#waiting.delete(next);
      clearTimeout(next.timer);
      try {
        next.go(this.#lend());
      } catch (error) {
        next.giveUp(error);
        // Those behind would hear the same, one by one.
        this.#sendAway(error);
      }
    }
    if (this.#lent.size === 0) this.#drained?.();
  }

  /** Waits until everything is back, at most `patience` milliseconds, and closes it all. */
  async close(patience: number): Promise<void> {
    if (this.#lent.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience);
        this.#drained = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    for (const connection of this.#lent) connection.destroy();
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }

  #lend(): PostgresConnection {
    let connection = this.#idle.pop();
    while (connection?.isGone) connection = this.#idle.pop();
    if (connection === undefined) {
      if (performance.now() < this.#closedUntil)
        throw new Unavailable(this.#name, 'cannot be reached. Trying again soon.');
      connection = this.#open();
    }
    this.#lent.add(connection);
    return connection;
  }

  #learn(connection: PostgresConnection): void {
    if (connection.hasAnswered) this.#failures = 0;
    if (!connection.isGone || connection.hasAnswered) return;
    this.#closedUntil = performance.now() + backoff(this.#failures++);
  }

  #leave(waiter: Waiter): void {
    this.#waiting.delete(waiter);
    const advice = `use tx instead of db inside a transaction, keep transactions short, or raise DATABASE_POOL (${this.#size} now)`;
    waiter.giveUp(new Unavailable(this.#name, `has no free connection for us: ${advice}.`));
  }

  #sendAway(error: unknown): void {
    for (const { giveUp, timer } of this.#waiting) {
      clearTimeout(timer);
      giveUp(error);
    }
    this.#waiting.clear();
  }
}
