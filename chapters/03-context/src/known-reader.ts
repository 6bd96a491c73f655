import type { Context, Middleware, Next } from 'trellis';

/** The reader of the current request. Step 6 shows what is wrong with it. */
export const current = { reader: 'stranger' };

/** Runs before the handler of every route that lists it. */
export class KnownReader implements Middleware {
  handle(ctx: Context, next: Next) {
    current.reader = ctx.cookie('reader') || 'stranger';
    return next();
  }
}
