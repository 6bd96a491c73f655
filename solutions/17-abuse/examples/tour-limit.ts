import { type Context, inject, KeyValue, type Middleware, type Next } from 'trellis';

/** A tour has 20 places. */
export class TourLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;

  async handle(ctx: Context, next: Next) {
    const key = `tour:${ctx.param('time')}`;
    if ((await this.store.increment(key, { ttl: 60 * 60 })) > 20) {
      return ctx.status(503).json({ error: 'The tour is full' });
    }
    try {
      return await next();
    } catch (error) {
      // The booking has failed, so the place is free again.
      await this.store.decrement(key);
      throw error;
    }
  }
}
