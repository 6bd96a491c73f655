import { type Context, HttpError, inject, type Middleware, type Next } from 'trellis';
import { TrustedOrigins } from './trusted-origins.ts';

/** These must not change anything, so nobody gains from forging them. */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Rejects requests that change something and were sent by a page of another site. */
export class CrossOriginProtection implements Middleware {
  @inject(TrustedOrigins) private readonly trusted!: TrustedOrigins;

  handle(ctx: Context, next: Next) {
    const isAllowed =
      safeMethods.includes(ctx.request.method) || this.trusted.has(ctx.header('Origin')) || isSameOrigin(ctx);
    if (!isAllowed) throw new HttpError(403, 'Cross-origin request rejected');
    return next();
  }
}

function isSameOrigin(ctx: Context): boolean {
  const site = ctx.header('Sec-Fetch-Site');
  // `none`: the user has started the request, for example from a bookmark.
  if (site !== '') return site === 'same-origin' || site === 'none';
  // An older browser, or plain HTTP. A program that isn't a browser sends neither header, and no user's cookies.
  const origin = ctx.header('Origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.header('Host'));
}
