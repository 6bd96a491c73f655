import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Context, field, HttpError, type Middleware, type Next } from 'trellis';
import { readSessionCookie } from '../auth/session-cookie.ts';

/** As for the session: only an explicit setting allows plain HTTP. */
const secure = process.env.NODE_ENV !== 'development';

/** For browsers without a session. No other host can set a cookie whose name starts with `__Host-`, but it has to be secure. */
const cookie = secure ? '__Host-form_id' : 'form_id';

/** The field that every form of ours has. '' if it is missing. */
class CsrfInput {
  @field() csrf!: string;
}

/** Refuses forms that another site has made. */
export class Csrf implements Middleware {
  async handle(ctx: Context, next: Next) {
    if (['GET', 'HEAD', 'OPTIONS'].includes(ctx.request.method)) return next();
    const { csrf } = await ctx.bind(CsrfInput);
    const id = browserId(ctx);
    if (id === '' || !isEqual(csrf, tokenOf(id))) {
      throw new HttpError(403, 'This form is out of date. Load it again.');
    }
    return next();
  }
}

/** The token for the forms on this page. Only a page of ours can know it. */
export function csrfToken(ctx: Context): string {
  return tokenOf(browserId(ctx) || newFormId(ctx));
}

/** The random id of a browser without a session. '' if it has none yet. */
function formIdOf(ctx: Context): string {
  return ctx.get<string | undefined>('form_id') ?? ctx.cookie(cookie);
}

/** Gives this browser a random id. It is in the context as well, so that all forms of a page use the same one. */
function newFormId(ctx: Context): string {
  const id = randomBytes(32).toString('base64url');
  ctx.setCookie(cookie, id, { httpOnly: true, sameSite: 'lax', secure });
  ctx.set('form_id', id);
  return id;
}

/** Takes the same time wherever the two differ, so that nobody can guess a token character by character. */
function isEqual(sent: string, expected: string): boolean {
  const [a, b] = [Buffer.from(sent), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Only a session that exists counts: a neighbouring host can set `session_id` to any value, and compute its token. */
function browserId(ctx: Context): string {
  return ctx.get('user') === undefined ? formIdOf(ctx) : readSessionCookie(ctx);
}

/** One way only: nobody can compute the session id from a token in a page. */
function tokenOf(id: string): string {
  return createHmac('sha256', id).update('csrf').digest('base64url');
}
