import type { Context, Middleware, Next } from 'trellis';

/** Lets those pass who stand behind the desk. */
export class Desk implements Middleware {
  handle(ctx: Context, next: Next) {
    if (ctx.header('X-Badge') === '') return ctx.status(401).json({ error: 'Staff only' });
    return next();
  }
}
