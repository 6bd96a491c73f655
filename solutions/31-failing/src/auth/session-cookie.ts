import type { Context } from 'trellis';
import { sessionLifetime } from './sessions.service.ts';

const name = 'session_id';

/** Sends the session id to the browser, with the attributes that limit who gets it back. */
export function setSessionCookie(ctx: Context, id: string): void {
  ctx.setCookie(name, id, {
    maxAge: sessionLifetime,
    httpOnly: true,
    sameSite: 'lax',
    // If NODE_ENV is forgotten on a server, the cookie must be safe: only an explicit setting allows plain HTTP.
    secure: process.env.NODE_ENV !== 'development',
  });
}

/** The session id that the browser sent, or an empty string. */
export function readSessionCookie(ctx: Context): string {
  return ctx.cookie(name);
}

/** Asks the browser to forget the cookie. */
export function clearSessionCookie(ctx: Context): void {
  ctx.setCookie(name, '', { maxAge: 0 });
}
