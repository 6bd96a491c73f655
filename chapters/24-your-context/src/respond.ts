import { Context } from './framework/context.ts';
import { HttpError } from './framework/http-error.ts';
import { noParams } from './framework/params.ts';
import { IncomingRequest } from './framework/request.ts';
import { send } from './framework/response.ts';
import type { Router } from './framework/router.ts';
import type { Limits, Listener } from './framework/server.ts';
import { parseTarget } from './framework/target.ts';

/** Runs the handler of a request. Chapter 25 replaces this file by a dispatcher. */
export function respondWith(router: Router, limits: Limits): Listener {
  return async (incoming, outgoing) => {
    const target = parseTarget(incoming.url ?? '');
    const match = target && router.resolve(incoming.method ?? '', target.path);
    const address = target ?? { path: '/', query: '' };
    const request = new IncomingRequest(incoming, address, match?.params ?? noParams, limits.body);
    let ctx = new Context(request, outgoing);
    try {
      if (target === undefined) throw new HttpError(400);
      if (match === undefined) throw new HttpError(404);
      await match.route.handler(ctx);
    } catch (error) {
      const { status, message } = error instanceof HttpError ? error : new HttpError(500);
      // Takes the place of the body that the handler has chosen, so that a stream is destroyed.
      ctx.send('');
      // The headers that the handler has set don't belong to an error.
      ctx = new Context(request, outgoing).status(status).json({ error: message });
    }
    send(outgoing, ctx.response);
  };
}
