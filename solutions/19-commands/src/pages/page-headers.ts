import type { Context, Middleware, Next } from 'trellis';

/** A page may load our own style and picture, and send forms to us. No script runs in it, not even one of ours. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Comes behind SecurityHeaders, and says otherwise where a page needs more than an API. */
export class PageHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    const { response } = ctx;
    response.setHeader('Content-Security-Policy', policy);
    // With "no-referrer", a browser hides from us where our own forms come from.
    response.setHeader('Referrer-Policy', 'same-origin');
    // The next person at this computer presses "back", and must not see whose pages these were.
    response.setHeader('Cache-Control', 'no-store');
    return next();
  }
}
