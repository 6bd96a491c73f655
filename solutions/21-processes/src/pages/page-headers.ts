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

/** Runs after SecurityHeaders, and replaces what is different for a page than for an API. */
export class PageHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    const { response } = ctx;
    response.setHeader('Content-Security-Policy', policy);
    // With "no-referrer", a browser would hide the origin of our own forms from us.
    response.setHeader('Referrer-Policy', 'same-origin');
    // The next person at this computer must not see somebody's private pages by pressing "back".
    response.setHeader('Cache-Control', 'no-store');
    return next();
  }
}
