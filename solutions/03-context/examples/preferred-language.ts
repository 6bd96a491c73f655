import type { Context, Middleware, Next } from 'trellis';

export class PreferredLanguage implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.set('language', ctx.header('Accept-Language').slice(0, 2) || 'en');
    return next();
  }
}
