import type { IncomingMessage, ServerResponse } from 'node:http';
import { Exchange, type Log } from './exchange.ts';
import { HttpError } from './http-error.ts';
import { layered } from './layer.ts';
import { noParams } from './params.ts';
import type { Handler } from './route.ts';
import type { Router } from './router.ts';
import type { Limits } from './server.ts';
import { parseTarget } from './target.ts';

export interface DispatcherOptions {
  readonly router: Router;
  readonly limits: Limits;
  readonly log: Log;
}

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #withoutRoute: Handler;

  constructor(options: DispatcherOptions) {
    const { router } = options;
    this.#options = options;
    this.#withoutRoute = layered(router.middlewares, (ctx) => {
      const methods = router.allowed(ctx.request.path);
      if (methods.length === 0) return ctx.status(404).json({ error: 'Not Found' });
      ctx.response.setHeader('Allow', methods.join(', '));
      return ctx.request.method === 'OPTIONS' ? ctx.status(204) : ctx.status(404).json({ error: 'Not Found' });
    });
  }

  dispatch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { router, limits, log } = this.#options;
    const target = parseTarget(incoming.url ?? '');
    if (target === undefined) {
      const nowhere = { path: '/', query: '' };
      return void new Exchange(incoming, outgoing, nowhere, noParams, limits.body, log).fail(new HttpError(400));
    }
    const match = router.resolve(incoming.method ?? '', target.path);
    const exchange = new Exchange(incoming, outgoing, target, match?.params ?? noParams, limits.body, log);
    exchange.begin(match?.run ?? this.#withoutRoute);
  }
}
