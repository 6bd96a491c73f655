import type { Context, Middleware, Next } from 'trellis';

/** Sends visitors without a session to the sign-in form. Runs after Visitor. */
export class SignedIn implements Middleware {
  handle(ctx: Context, next: Next) {
    if (ctx.get('user') === undefined) return ctx.redirect('/auth/sign-in', 303);
    return next();
  }
}
