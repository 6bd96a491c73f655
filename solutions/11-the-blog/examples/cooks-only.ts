import type { Context, Middleware, Next } from 'trellis';

/** Lets the cooks in, and says which one it is. */
export class CooksOnly implements Middleware {
  handle(ctx: Context, next: Next) {
    const cook_id = ctx.header('X-Cook');
    if (cook_id === '') return ctx.status(401).json({ error: 'Cooks only' });
    ctx.set('cook_id', cook_id);
    return next();
  }
}
