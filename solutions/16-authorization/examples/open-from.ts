import { Clock, type Context, inject, type Middleware, type Next } from 'trellis';

/** Stores the hour in the context. */
export class Watch implements Middleware {
  @inject(Clock) private readonly clock!: Clock;

  handle(ctx: Context, next: Next) {
    ctx.set('hour', new Date(this.clock.now()).getHours());
    return next();
  }
}

/** Lets visitors in from this hour on. */
export function openFrom(hour: number): Middleware {
  return new OpenFrom(hour);
}

class OpenFrom implements Middleware {
  readonly #hour: number;

  constructor(hour: number) {
    this.#hour = hour;
  }

  handle(ctx: Context, next: Next) {
    if (ctx.get<number>('hour') < this.#hour) return ctx.status(403).json({ error: 'Come back later' });
    return next();
  }
}
