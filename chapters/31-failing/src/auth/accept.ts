import { type Context, inject, type Middleware, type MiddlewareEntry, type Next, use } from 'trellis';
import { ApiKeyAuth } from './api-key-auth.ts';
import { BearerAuth } from './bearer-auth.ts';
import { SessionAuth } from './session-auth.ts';

/** One way to authenticate: a middleware that can tell whether a request has its kind of credential. */
export interface Way extends Middleware {
  isPresent(ctx: Context): boolean;
}

/** Lets a request authenticate in any of these ways: `middlewares: [accept(BearerAuth, SessionAuth)]`. */
export function accept(...ways: (new () => Way)[]): MiddlewareEntry {
  return use(Accept, ways);
}

/** Passes a request on to the way whose credential it has. */
export class Accept {
  @inject(BearerAuth) private readonly bearer!: BearerAuth;
  @inject(SessionAuth) private readonly session!: SessionAuth;
  @inject(ApiKeyAuth) private readonly apiKey!: ApiKeyAuth;

  handle(ctx: Context, next: Next, accepted: (new () => Way)[]) {
    const known = [this.bearer, this.session, this.apiKey];
    const ways: Way[] = accepted.flatMap((way) => known.filter((one) => one instanceof way));
    // One way decides: if it refuses the request, no other credential is tried. Without any, the first way refuses it.
    const way = ways.find((one) => one.isPresent(ctx)) ?? ways[0]!;
    return way.handle(ctx, next);
  }
}
