import { checkLimit } from '../hints/limits.ts';
import type { Context } from '../http/context.ts';
import type { Middleware, Next } from '../routing/route.ts';

/** The largest body of a route or a group, in bytes, instead of the application's `limits.body`. A larger one gets 413. */
export function bodyLimit(bytes: number): Middleware {
  return new BodyLimit(bytes);
}

/** A class, as are the other middlewares here, so that traces and `trellis routes` can show its name. */
class BodyLimit implements Middleware {
  readonly #bytes: number;

  constructor(bytes: number) {
    checkLimit('The limit of bodyLimit()', bytes);
    this.#bytes = bytes;
  }

  handle(ctx: Context, next: Next): unknown {
    ctx.request.bodyLimit = this.#bytes;
    return next();
  }
}
