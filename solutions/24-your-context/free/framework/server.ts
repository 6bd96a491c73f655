import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server tolerates, in bytes and milliseconds. */
export interface Limits {
  /** The largest body that is read; a larger one gets 413. */
  readonly body: number;
  /** How long a whole request may take to arrive; a slower one gets 408. */
  readonly requestTimeout: number;
  /** How long running requests may take to finish when the server stops. */
  readonly grace: number;
}

export const defaultLimits: Limits = { body: 1024 * 1024, requestTimeout: 30_000, grace: 10_000 };

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The port: opens it, and lets running requests finish before it closes. It doesn't know any limits yet. */
export class HttpServer {
  readonly #server: Server;
  readonly #limits: Limits;

  constructor(limits: Limits, listener: Listener) {
    this.#limits = limits;
    this.#server = createServer(listener);
  }

  /** Resolves to the port, which the system chooses if the given one is 0. */
  async listen(port: number, host: string): Promise<number> {
    await once(this.#server.listen(port, host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops accepting connections, lets running requests finish, and closes the rest after the grace period. */
  stop(): Promise<void> {
    // Node closes idle connections at once. One whose response is still to come would be kept for five more seconds.
    this.#server.keepAliveTimeout = 1;
    return new Promise((resolve) => {
      const deadline = setTimeout(() => this.#server.closeAllConnections(), this.#limits.grace);
      this.#server.close(() => {
        clearTimeout(deadline);
        resolve();
      });
    });
  }
}
