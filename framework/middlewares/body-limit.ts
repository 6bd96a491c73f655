import type { Middleware } from '../routing/route.ts';

/** The largest body of a route or a group, in bytes, instead of the application's `limits.body`. A larger one gets 413. */
export function bodyLimit(bytes: number): Middleware {
  return {
    handle(ctx, next) {
      ctx.request.bodyLimit = bytes;
      return next();
    },
  };
}
