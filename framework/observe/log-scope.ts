import type { Context } from '../http/context.ts';
import type { Middleware, Next } from '../routing/route.ts';
import { withLogFields } from '../services/log/scope.ts';
import { rememberScope } from './request-scope.ts';

/**
 * Everything that is logged during a request has the request's fields: its `request_id`, and whatever is added with
 * `addLogFields`. List it after `requestId()`, and before the middlewares that add fields.
 */
export function logScope(): Middleware {
  return new RequestLogScope();
}

class RequestLogScope implements Middleware {
  handle(ctx: Context, next: Next): unknown {
    return withLogFields({ request_id: ctx.get('request_id') }, () => {
      rememberScope(ctx);
      return next();
    });
  }
}
