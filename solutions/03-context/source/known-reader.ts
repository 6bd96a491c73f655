import type { Context, Middleware, Next } from 'trellis';

// #region step-6
/** Runs before the handler of every route that lists it. Stores the reader's name in the context of the request. */
export class KnownReader implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.set('reader', ctx.cookie('reader') || 'stranger');
    return next();
  }
}
// #starter
// /** The reader of the current request. Step 6 shows what is wrong with it. */
// export const current = { reader: 'stranger' };
//
// /** Runs before the handler of every route that lists it. */
// export class KnownReader implements Middleware {
//   handle(ctx: Context, next: Next) {
//     current.reader = ctx.cookie('reader') || 'stranger';
//     return next();
//   }
// }
// #endregion
