// #region step-1
import type { Context, Middleware, Next } from 'trellis';

/**
 * Lets pages of every origin use the API. That is safe because it has no cookies: a foreign page can't act for its visitor
 * without a token, and it has to be given one.
 */
export class Cors implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.setHeader('Access-Control-Allow-Origin', '*');
    const isPreflight = ctx.request.method === 'OPTIONS' && ctx.header('Access-Control-Request-Method') !== '';
    if (!isPreflight) return next();
    ctx.response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    ctx.response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type, X-Requested-With');
    ctx.response.setHeader('Access-Control-Max-Age', 600);
    return ctx.status(204);
  }
}
// #endregion
