import type { Context, Middleware, Next } from 'trellis';

/** Runs before the handler of every route that lists it. Stores the reader's name in the context of the request. */
export class KnownReader implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.set('reader', ctx.cookie('reader') || 'stranger');
    return next();
  }
}
