import { type Context, type Controller, field, inject, Log, type Route } from 'trellis';

/** The body of POST /checkout, which doesn't need one. */
export class CheckoutDTO {
  @field() comment!: string;
}

/** Guests leave the hotel. */
export class CheckoutController implements Controller {
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    return [{ method: 'POST', path: '/checkout', handler: this.leave }];
  }

  async leave(ctx: Context) {
    const body = await ctx.bind(CheckoutDTO).catch(() => undefined);
    if (body?.comment) this.log.info('a guest left a comment', { length: body.comment.length });
  }
}
