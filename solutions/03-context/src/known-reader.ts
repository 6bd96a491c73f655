import type { Context, Middleware, Next } from 'trellis';

/** Runs before the handler of a route that names it, and leaves the reader's name in the context. */
export class KnownReader implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.set('reader', ctx.cookie('reader') || 'stranger');
    return next();
  }
}
