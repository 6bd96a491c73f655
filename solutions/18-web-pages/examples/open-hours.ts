import { Clock, type Context, inject, type Middleware, type Next } from 'trellis';

/** At night, the shop sends people to a page that says when it opens. */
export class OpenHours implements Middleware {
  @inject(Clock) private readonly clock!: Clock;

  handle(ctx: Context, next: Next) {
    if (new Date(this.clock.now()).getHours() < 8) return ctx.redirect('/closed', 303);
    return next();
  }
}
