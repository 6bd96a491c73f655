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
    // Whoever only looks changes nothing.
    if (['GET', 'HEAD', 'OPTIONS'].includes(ctx.request.method)) return next();
    const { csrf } = await ctx.bind(CsrfInput);
    const id = browserId(ctx);
    if (id === '' || !isEqual(csrf, tokenOf(id))) {
      throw new HttpError(403, 'This form is out of date. Load it again.');
    }
    return next();
  }
}

/** What our forms carry along: nobody can know it who cannot read our pages. */
export function csrfToken(ctx: Context): string {
  return tokenOf(browserId(ctx) || newFormId(ctx));
}

function newFormId(ctx: Context): string {
  const id = randomUUID();
  ctx.setCookie(cookie, id, { httpOnly: true, sameSite: 'lax', secure: process.env.NODE_ENV === 'production' });
  return id;
}

/** Only a session that exists counts. A neighbour can set `session_id` to a value of its choice, and compute its token. */
function browserId(ctx: Context): string {
  return ctx.get('user') === undefined ? ctx.cookie(cookie) : readSessionCookie(ctx);
}

/** Made from a secret of this one browser. One way only: a token in a page does not give the session away. */
function tokenOf(id: string): string {
  return createHmac('sha256', id).update('csrf').digest('base64url');
}

/** Takes as long for a near miss as for any other, so that nobody can feel their way along. */
function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
