import type { Context, Handler, Middleware, Next } from 'trellis';

export const version = 'Api-Version';

/** Chooses between the handlers of both contracts. */
export function byVersion(current: Handler, first: Handler): Handler {
  return (ctx) => (ctx.header(version) === '1' ? first(ctx) : current(ctx));
}

/** For every route: unknown versions end here, before anything is done. */
export class KnownVersions implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.appendHeader('Vary', version);
    if (!['', '1'].includes(ctx.header(version))) return ctx.status(400).json({ error: 'Unknown API version' });
    return next();
  }
}
