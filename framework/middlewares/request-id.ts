import { randomUUID } from 'node:crypto';
import type { Context } from '../http/context.ts';
import type { Middleware, Next } from '../routing/route.ts';

/**
 * Gives every request an id, in the context as `request_id` and in the response as `X-Request-Id`. An id from a proxy is
 * kept if it is a plain word: anything else could forge fields in a log.
 */
export function requestId(): Middleware {
  return new RequestId();
}

class RequestId implements Middleware {
  handle(ctx: Context, next: Next): unknown {
    const sent = ctx.header('x-request-id');
    const id = /^[\w-]{1,64}$/.test(sent) ? sent : randomUUID();
    ctx.set('request_id', id);
    ctx.response.setHeader('x-request-id', id);
    return next();
  }
}
