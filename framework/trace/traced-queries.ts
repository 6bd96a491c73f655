import { AsyncLocalStorage } from 'node:async_hooks';
import { type QueryEvent, queryChannel } from '../services/database.ts';

/** Something that wants to know about the queries of one request. */
export interface QueryListener {
  query(event: QueryEvent): void;
}

/** How long to keep following asynchronous calls after the last traced request, in milliseconds. */
const idle = 100;

/**
 * Assigns each query to the request that runs it. `AsyncLocalStorage` makes every asynchronous call in the process more
 * expensive, so it is only switched on while requests are being traced, and for a moment longer because switching it
 * is expensive too.
 */
class Queries {
  readonly #current = new AsyncLocalStorage<QueryListener>();
  #followed = 0;
  #isListening = false;
  #timer: NodeJS.Timeout | undefined;

  follow<T>(listener: QueryListener, work: () => T): T {
    this.#followed++;
    if (!this.#isListening) queryChannel.subscribe(this.#assign);
    this.#isListening = true;
    return this.#current.run(listener, work);
  }

  /** Call it once the request has been answered. */
  forget(): void {
    this.#followed--;
    this.#timer ??= setTimeout(this.#rest, idle).unref();
  }

  readonly #rest = (): void => {
    this.#timer = undefined;
    if (this.#followed > 0 || !this.#isListening) return;
    this.#isListening = false;
    queryChannel.unsubscribe(this.#assign);
    this.#current.disable();
  };

  readonly #assign = (event: unknown): void => this.#current.getStore()?.query(event as QueryEvent);
}

export const queries = new Queries();
