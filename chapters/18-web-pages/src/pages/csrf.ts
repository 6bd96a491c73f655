import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type Context, field, HttpError, type Middleware, type Next } from 'trellis';
import { readSessionCookie } from '../auth/session-cookie.ts';

/**
 * For visitors without a session: the sign-in form has to be one of ours, too. Browsers let no other host set a cookie whose
 * name begins with `__Host-`, and require HTTPS for it.
 */
const cookie = process.env.NODE_ENV === 'production' ? '__Host-form_id' : 'form_id';

class CsrfInput {
  @field() csrf!: string;
}

/** Refuses forms that another site has made. */
export class Csrf implements Middleware {
  async handle(ctx: Context, next: Next) {
    // Step 4: refuse what changes something, and does not bring the token of this browser along.
    return next();
  }
}

/** What our forms carry along: nobody can know it who cannot read our pages. */
export function csrfToken(ctx: Context): string {
  // Step 4: the token of this browser. newFormId is for those who have neither of the two cookies.
  return '';
}

function newFormId(ctx: Context): string {
  const id = randomUUID();
  ctx.setCookie(cookie, id, { httpOnly: true, sameSite: 'lax', secure: process.env.NODE_ENV === 'production' });
  return id;
}

// Step 4: what identifies a browser, how a token is made, and how two of them are compared.
