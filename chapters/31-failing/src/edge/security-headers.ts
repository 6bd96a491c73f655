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
    try {
      return await next();
    } finally {
      if (isPersonal(ctx)) response.setHeader('Cache-Control', 'no-store');
    }
  }
}

/** Whether the response is for one user: somebody has authenticated, or is about to. */
function isPersonal(ctx: Context): boolean {
  return ctx.get('user_id') !== undefined || ctx.request.path.startsWith('/auth/');
}
