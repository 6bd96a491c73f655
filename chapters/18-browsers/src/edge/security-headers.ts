import type { Context, Middleware, Next } from 'trellis';

/** Headers that limit what a browser does with a response. */
export class SecurityHeaders implements Middleware {
  async handle(ctx: Context, next: Next) {
    const { response } = ctx;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    // Only an explicit setting turns it off: a forgotten variable must not. Over plain HTTP, browsers ignore it.
    if (process.env.NODE_ENV !== 'development') {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000');
    }
    // Step 3: nothing may store a personal response.
    return await next();
  }
}
