import type { Middleware } from 'trellis';

/** When we announced it, and when it ends. */
const since = new Date('2026-07-01T00:00:00Z');
const end = new Date('2027-07-01T00:00:00Z');

/** Announces that a route will be removed. */
export const deprecated: Middleware = {
  handle(ctx, next) {
    ctx.response.setHeader('Deprecation', `@${since.getTime() / 1000}`);
    ctx.response.setHeader('Sunset', end.toUTCString());
    return next();
  },
};
