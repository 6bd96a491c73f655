import type { Context, Middleware, Next } from 'trellis';

/** A page may load our own style and icon, and send forms to us. No script runs in it, not even one of ours. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of chapter 18, as pages need them. */
export class PageHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    const { response } = ctx;
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    // With "no-referrer", a browser would hide the origin of our own forms from us.
    response.setHeader('Referrer-Policy', 'same-origin');
    // Only an explicit setting turns it off: a forgotten variable must not. Over plain HTTP, browsers ignore it.
    if (process.env.NODE_ENV !== 'development') {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    }
    // The next person at this computer must not see somebody's private pages by pressing "back".
    response.setHeader('Cache-Control', 'no-store');
    return next();
  }
}
