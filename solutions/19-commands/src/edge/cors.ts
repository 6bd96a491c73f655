import type { Context, Middleware, Next } from 'trellis';

/**
 * Lets pages of other origins call this API: those that CORS_ORIGINS names, separated by commas. Without cookies: such
 * pages come with a token, and a session stays with the pages of our own.
 */
export class Cors implements Middleware {
  readonly #origins = new Set((process.env.CORS_ORIGINS ?? '').split(',').map((origin) => origin.trim()));

  handle(ctx: Context, next: Next) {
    // Whoever keeps copies of our answers must not give one origin the copy of another.
    ctx.response.appendHeader('Vary', 'Origin');
    const origin = ctx.header('Origin');
    if (origin === '' || !this.#origins.has(origin)) return next();
    ctx.response.setHeader('Access-Control-Allow-Origin', origin);
    const isPreflight = ctx.request.method === 'OPTIONS' && ctx.header('Access-Control-Request-Method') !== '';
    if (!isPreflight) {
      ctx.response.setHeader('Access-Control-Expose-Headers', 'Link, Retry-After');
      return next();
    }
    ctx.response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    ctx.response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-API-Key');
    ctx.response.setHeader('Access-Control-Max-Age', 600);
    return ctx.status(204);
  }
}
