import type { Context } from 'trellis';
import { sessionLifetime } from './sessions.service.ts';

const name = 'session_id';

/** Asks the browser to keep the identifier, out of reach of scripts, and not to send it when another site asks it to. */
export function setSessionCookie(ctx: Context, id: string): void {
  ctx.setCookie(name, id, {
    maxAge: sessionLifetime,
    httpOnly: true,
    sameSite: 'lax',
    // Over plain HTTP everybody on the way could read it. A developer's own machine has nothing else.
    secure: process.env.NODE_ENV === 'production',
  });
}

export function readSessionCookie(ctx: Context): string {
  return ctx.cookie(name);
}

export function clearSessionCookie(ctx: Context): void {
  ctx.setCookie(name, '', { maxAge: 0 });
}
