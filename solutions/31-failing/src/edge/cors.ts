import { type Context, inject, type Middleware, type Next } from 'trellis';
import { TrustedOrigins } from './trusted-origins.ts';

/**
 * Lets the pages of trusted origins read our responses. Without `Access-Control-Allow-Credentials`: such a page sends a
 * token that it was given, and never the cookies of its visitor.
 */
export class Cors implements Middleware {
  @inject(TrustedOrigins) private readonly trusted!: TrustedOrigins;

  handle(ctx: Context, next: Next) {
    // A cache must not give one origin the response that was meant for another.
    ctx.response.appendHeader('Vary', 'Origin');
    const origin = ctx.header('Origin');
    if (!this.trusted.has(origin)) return next();
    ctx.response.setHeader('Access-Control-Allow-Origin', origin);
    const isPreflight = ctx.request.method === 'OPTIONS' && ctx.header('Access-Control-Request-Method') !== '';
    if (!isPreflight) {
      ctx.response.setHeader('Access-Control-Expose-Headers', 'Link, Retry-After, Deprecation, Sunset');
      return next();
    }
    ctx.response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    ctx.response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-API-Key');
    ctx.response.setHeader('Access-Control-Max-Age', 600);
    return ctx.status(204);
  }
}
