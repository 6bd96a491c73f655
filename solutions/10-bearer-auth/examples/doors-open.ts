import { Clock, type Context, inject, type Middleware, type Next } from 'trellis';

/** Refuses all requests before noon. */
export class DoorsOpen implements Middleware {
  @inject(Clock) private readonly clock!: Clock;

  handle(ctx: Context, next: Next) {
    const hour = new Date(this.clock.now()).getHours();
    if (hour < 12) return ctx.status(503).json({ error: 'The doors open at noon' });
    return next();
  }
}
