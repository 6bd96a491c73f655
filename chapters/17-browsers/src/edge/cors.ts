import type { Context, Middleware, Next } from 'trellis';

/**
 * Lets pages of other origins call this API: those that CORS_ORIGINS names, separated by commas. Without cookies: such
 * pages come with a token, and a session stays with the pages of our own.
 */
export class Cors implements Middleware {
  readonly #origins = new Set((process.env.CORS_ORIGINS ?? '').split(',').map((origin) => origin.trim()));

  handle(ctx: Context, next: Next) {
    // Step 1: everything is said to everybody. Which line is for whom, and who answers?
    ctx.response.appendHeader('Vary', 'Origin');
    const origin = ctx.header('Origin');
    ctx.response.setHeader('Access-Control-Allow-Origin', origin);
    ctx.response.setHeader('Access-Control-Expose-Headers', 'Link, Retry-After');
    ctx.response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    ctx.response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-API-Key');
    ctx.response.setHeader('Access-Control-Max-Age', 600);
    return next();
  }
}
