import type { Context, Middleware, Next } from 'trellis';

/** Refuses requests without a cook, and stores the cook's id in the context. */
export class CooksOnly implements Middleware {
  handle(ctx: Context, next: Next) {
    const cook_id = ctx.header('X-Cook');
    if (cook_id === '') return ctx.status(401).json({ error: 'Cooks only' });
    ctx.set('cook_id', cook_id);
    return next();
  }
}
