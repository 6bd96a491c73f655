import type { Context, Middleware, Next } from 'trellis';

/** Refuses requests without a library card. */
export class CardNeeded implements Middleware {
  handle(ctx: Context, next: Next) {
    const card = ctx.header('X-Card');
    if (card === '') return ctx.status(401).json({ error: 'Missing card' });
    ctx.set('card', card);
    return next();
  }
}
