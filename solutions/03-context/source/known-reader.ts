import type { Context, Middleware, Next } from 'trellis';

/** Runs before the handler of a route that names it, and leaves the reader's name in the context. */
export class KnownReader implements Middleware {
  // #region step-6
  handle(ctx: Context, next: Next) {
    ctx.set('reader', ctx.cookie('reader') || 'stranger');
    return next();
  }
  // #starter
  // handle(_ctx: Context, next: Next) {
  //   // Step 6: leave the name from the cookie in the context, under the key "reader".
  //   return next();
  // }
  // #endregion
}
