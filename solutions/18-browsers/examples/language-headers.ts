import type { Context, Middleware, Next } from 'trellis';

const languages = new Set(['de', 'fr']);

/** Chooses the language of the response. */
export class LanguageHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.appendHeader('Vary', 'Accept-Language');
    const wanted = ctx.header('Accept-Language');
    ctx.response.setHeader('Content-Language', languages.has(wanted) ? wanted : 'en');
    return next();
  }
}
