import type { Context, Middleware, Next } from 'trellis';
import { readSessionCookie } from './session-cookie.ts';

/** Rejects requests without a valid session, and stores the user of the session in the context. */
export class SessionAuth implements Middleware {
  isPresent(ctx: Context): boolean {
    return readSessionCookie(ctx) !== '';
  }

  // Step 3: find the session and its user, and continue.
  handle(ctx: Context, _next: Next) {
    return ctx.status(401).json({ error: 'Not authenticated' });
  }
}
