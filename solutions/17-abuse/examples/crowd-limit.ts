import { type Context, inject, KeyValue, type Middleware, type Next } from 'trellis';

/** At most 30 people per hour may enter a room. */
export class CrowdLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;

  async handle(ctx: Context, next: Next) {
    const key = `crowd:${ctx.param('room')}`;
    const people = await this.store.increment(key, { ttl: 60 * 60 });
    if (people > 30) {
      ctx.response.setHeader('Retry-After', (await this.store.ttl(key)) ?? 60 * 60);
      return ctx.status(503).json({ error: 'The room is full' });
    }
    return next();
  }
}
