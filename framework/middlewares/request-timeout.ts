import { checkLimit, timerOf } from '../hints/limits.ts';
import type { Context } from '../http/context.ts';
import type { Middleware, Next } from '../routing/route.ts';
import { allowTime } from '../streams/request-time.ts';

/** How long the body of a request may take to arrive, in milliseconds, instead of `limits.requestTimeout`. A slower one gets 408. */
export function requestTimeout(milliseconds: number): Middleware {
  return new RequestTimeout(milliseconds);
}

class RequestTimeout implements Middleware {
  readonly #milliseconds: number;

  constructor(milliseconds: number) {
    checkLimit('The limit of requestTimeout()', milliseconds);
    if (milliseconds === 0) throw new RangeError('The limit of requestTimeout() is 0. For no limit, write Infinity.');
    this.#milliseconds = timerOf(milliseconds);
  }

  handle(ctx: Context, next: Next): unknown {
    allowTime(ctx.request.incoming, this.#milliseconds);
    return next();
  }
}
