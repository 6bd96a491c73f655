import type { Context, Middleware, Next } from 'trellis';

/** Tells browsers what an API is not: no page, no script, nothing to put into a frame or to keep a copy of. */
export class SecurityHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    const { response, request } = ctx;
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    response.setHeader('Referrer-Policy', 'no-referrer');
    if (request.path.startsWith('/auth/')) response.setHeader('Cache-Control', 'no-store');
    if (process.env.NODE_ENV === 'production') {
      response.setHeader('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
    }
    return next();
  }
}
