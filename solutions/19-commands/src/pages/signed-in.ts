import type { Context, Middleware, Next } from 'trellis';

/** Stands behind Visitor, and sends strangers to the sign-in form. */
export class SignedIn implements Middleware {
  handle(ctx: Context, next: Next) {
    if (ctx.get('user') === undefined) return ctx.redirect('/auth/sign-in', 303);
    return next();
  }
}
