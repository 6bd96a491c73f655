import type { Context, Middleware, Next } from 'trellis';

/** Takes orders from the café's own tables, and from people at the counter, who have none. */
export class OwnTables implements Middleware {
  readonly tables = new Set(['window', 'garden']);

  handle(ctx: Context, next: Next) {
    const isOrder = ctx.request.method === 'POST';
    const isOurs = ctx.header('Table') === '' || this.tables.has(ctx.header('Table'));
    if (isOrder && !isOurs) return ctx.status(403).json({ error: 'Please order at your own table' });
    return next();
  }
}
