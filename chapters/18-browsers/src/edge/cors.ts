import { type Context, inject, type Middleware, type Next } from 'trellis';
import { TrustedOrigins } from './trusted-origins.ts';

/**
 * Lets the pages of trusted origins read our responses. Without `Access-Control-Allow-Credentials`: such a page sends a
 * token that it was given, and never the cookies of its visitor.
 */
export class Cors implements Middleware {
  @inject(TrustedOrigins) private readonly trusted!: TrustedOrigins;

  handle(ctx: Context, next: Next) {
    // Step 2: only for trusted origins, and a preflight ends here.
    const origin = ctx.header('Origin');
    ctx.response.setHeader('Access-Control-Allow-Origin', origin);
    ctx.response.setHeader('Access-Control-Expose-Headers', 'Link, Retry-After, Deprecation, Sunset');
    ctx.response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
    ctx.response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-API-Key');
    ctx.response.setHeader('Access-Control-Max-Age', 600);
    return next();
  }
}
