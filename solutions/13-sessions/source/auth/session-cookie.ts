import type { Context } from 'trellis';
// #region step-2
import { sessionLifetime } from './sessions.service.ts';

// #endregion

const name = 'session_id';

/** Asks the browser to keep the identifier, out of reach of scripts, and not to send it when another site asks it to. */
export function setSessionCookie(ctx: Context, id: string): void {
  // #region step-2
  ctx.setCookie(name, id, {
    maxAge: sessionLifetime,
    httpOnly: true,
    sameSite: 'lax',
    // Over plain HTTP everybody on the way could read it. A developer's own machine has nothing else.
    secure: process.env.NODE_ENV === 'production',
  });
  // #starter
  // // Step 2: the flags.
  // ctx.setCookie(name, id);
  // #endregion
}

export function readSessionCookie(ctx: Context): string {
  return ctx.cookie(name);
}

// #region step-4
export function clearSessionCookie(ctx: Context): void {
  ctx.setCookie(name, '', { maxAge: 0 });
}
// #starter
// // Step 4: clear the cookie.
// #endregion
