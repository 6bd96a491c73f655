import type { Context, Middleware, Next } from 'trellis';

/** Lets those pass who show a card. */
export class CardNeeded implements Middleware {
  handle(ctx: Context, next: Next) {
    const card = ctx.header('X-Card');
    if (card === '') return ctx.status(401).json({ error: 'Where is your card?' });
    ctx.set('card', card);
    return next();
  }
}
