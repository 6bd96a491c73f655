import type { Context } from '../http/context.ts';
import type { Middleware, Next } from '../routing/route.ts';
import { rememberScope } from './request-scope.ts';
import { withTrace } from './trace.ts';

/**
 * Makes every request a part of a trace: the one in its `traceparent` header, or a new one. The id is in the context as
 * `trace_id` and in what the request logs, and `traceHeaders()` carries it on.
 */
export function traceContext(): Middleware {
  return new RequestTraceContext();
}

class RequestTraceContext implements Middleware {
  handle(ctx: Context, next: Next): unknown {
    const headers = { traceparent: ctx.header('traceparent'), tracestate: ctx.header('tracestate') };
    return withTrace(headers, ({ traceId }) => {
      rememberScope(ctx);
      ctx.set('trace_id', traceId);
      return next();
    });
  }
}
