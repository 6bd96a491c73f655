import type { Context } from 'trellis';
import { sessionLifetime } from './sessions.service.ts';

const name = 'session_id';

/** Sends the session id to the browser, with the attributes that limit who gets it back. */
export function setSessionCookie(ctx: Context, id: string): void {
  // Step 2: the attributes.
  ctx.setCookie(name, id);
}

/** The session id that the browser sent, or an empty string. */
export function readSessionCookie(ctx: Context): string {
  return ctx.cookie(name);
}

/** Asks the browser to forget the cookie. */
export function clearSessionCookie(ctx: Context): void {
  ctx.setCookie(name, '', { maxAge: 0 });
}
