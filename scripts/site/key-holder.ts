import { type Context, HttpError, inject, type Middleware, type Next } from 'trellis';
import { isSame } from '../workshop/secret.ts';
import { SiteKey } from './site-key.ts';

/** The heading of the page that a stranger gets, and what scripts of an open page show. */
export const needsKey = 'Open these pages with the address from your terminal';

/**
 * Lets nobody in who doesn't have the key. It comes once, in the address that the terminal printed, and is exchanged for a
 * cookie. A redirect then removes it from the address bar. It runs for every request, with or without a route, so a new
 * route is protected from its first day.
 */
export class KeyHolder implements Middleware {
  @inject(SiteKey) private readonly key!: SiteKey;

  handle(ctx: Context, next: Next) {
    const key = ctx.query('key');
    const isKnown = holdsKey(ctx, this.key);
    if (key !== '' && isRead(ctx) && (isKnown || this.key.accepts(key))) return this.#enter(ctx);
    if (isKnown) return next();
    ctx.response.setHeader('cache-control', 'no-store');
    throw new HttpError(403, needsKey);
  }

  /** An old key in an address does no harm to somebody who is in, and must not stay in the address bar either. */
  #enter(ctx: Context): Context {
    const value = this.key.cookieFor(portOf(ctx));
    ctx.response.setHeader('cache-control', 'no-store');
    // Without `Secure`, because the site has no HTTPS, and without `Max-Age`, so that it ends with the browser.
    return ctx.setCookie(cookieName(ctx), value, { sameSite: 'strict' }).redirect(withoutKey(ctx), 303);
  }
}

export function holdsKey(ctx: Context, key: SiteKey): boolean {
  return isSame(ctx.cookie(cookieName(ctx)), key.cookieFor(portOf(ctx)));
}

/** The address of this request, without the key. */
export function withoutKey({ request }: Context): string {
  const rest = new URLSearchParams(request.target.query);
  rest.delete('key');
  return request.path + (rest.size > 0 ? `?${rest}` : '');
}

/**
 * With the port that the browser sees: ports of one host share their cookies, and two sites would overwrite each other's.
 * A forwarded port may differ from ours.
 */
function cookieName(ctx: Context): string {
  return `trellis-site-${/:(\d+)$/.exec(ctx.header('host'))?.[1] ?? 'default'}`;
}

/** The port that we really listen on: the Host header is the client's word. */
function portOf(ctx: Context): number {
  return ctx.request.incoming.socket.localPort ?? 0;
}

function isRead(ctx: Context): boolean {
  return ctx.request.method === 'GET' || ctx.request.method === 'HEAD';
}
