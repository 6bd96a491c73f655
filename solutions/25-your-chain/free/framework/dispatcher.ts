import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Router } from './router.ts';
import type { Limits } from './server.ts';

export interface DispatcherOptions {
  readonly router: Router;
  readonly limits: Limits;
  /** Gets what the client must not see. */
  readonly log: { error(message: string, fields: Record<string, unknown>): void };
}

/** Takes a request from its first byte to its response. How it does that is up to you. */
export class Dispatcher {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  dispatch(_incoming: IncomingMessage, outgoing: ServerResponse): void {
    outgoing.writeHead(501).end();
    this.#options.log.error('Nothing has been written yet', {});
  }
}
