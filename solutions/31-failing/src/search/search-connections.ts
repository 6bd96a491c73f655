import { again } from '../network/again.ts';
import { SearchConnection } from './search-connection.ts';

/** The search service allows each of its clients four. */
const most = 4;

/** Our connections to the search service. A new one takes three round trips, so requests share a few. */
export class SearchConnections {
  readonly #address = process.env.SEARCH_URL ?? '';
  readonly #idle: SearchConnection[] = [];
  readonly #used = new Set<SearchConnection>();
  readonly #waiting: (() => void)[] = [];
  #opening = 0;
  #numbers = 0;

  get counts(): { used: number; idle: number; waiting: number } {
    return { used: this.#used.size, idle: this.#idle.length, waiting: this.#waiting.length };
  }

  /** A connection for this caller alone. It waits until there is one. */
  async take(): Promise<SearchConnection> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle?.isOpen) return this.#lend(idle);
      if (idle !== undefined) continue;
      if (this.#used.size + this.#opening < most) return this.#open();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** The caller doesn't need it any more. */
  give(connection: SearchConnection): void {
    if (this.#used.delete(connection)) this.#idle.push(connection);
    this.#waiting.shift()?.();
  }

  /** The connection can't be used any more: a response may still be under way in it. */
  drop(connection: SearchConnection): void {
    connection.close();
    this.#used.delete(connection);
    this.#waiting.shift()?.();
  }

  onStop(): void {
    for (const connection of [...this.#idle, ...this.#used]) connection.close();
  }

  #lend(connection: SearchConnection): SearchConnection {
    this.#used.add(connection);
    return connection;
  }

  async #open(): Promise<SearchConnection> {
    this.#opening++;
    try {
      const number = ++this.#numbers;
      const open = () => SearchConnection.open(this.#address, number);
      return this.#lend(await again(open, { attempts: 3, pause: 50 }));
    } catch (error) {
      this.#waiting.shift()?.();
      throw error;
    } finally {
      this.#opening--;
    }
  }
}
