import type { IncomingMessage, ServerResponse } from 'node:http';
import { Context } from './context.ts';
import { noParams } from './params.ts';
import { IncomingRequest } from './request.ts';
import { send } from './response.ts';
import type { Router } from './router.ts';
import type { Limits } from './server.ts';
import { parseTarget } from './target.ts';

export interface DispatcherOptions {
  readonly router: Router;
  readonly limits: Limits;
  /** Gets what the client must not see. */
  readonly log: { error(message: string, fields: Record<string, unknown>): void };
}

/** The life of a request: target → router → chain → handler → response. */
export class Dispatcher {
  readonly #options: DispatcherOptions;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  async dispatch(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = parseTarget(incoming.url ?? '') ?? { path: '/', query: '' };
    const match = this.#options.router.resolve(incoming.method ?? '', target.path);
    const request = new IncomingRequest(incoming, target, match?.params ?? noParams, this.#options.limits.body);
    const ctx = new Context(request, outgoing);
    // Step 3: respond at once if the handler does, and turn its value into the response.
    await match?.run(ctx);
    send(outgoing, ctx.response);
  }
}
