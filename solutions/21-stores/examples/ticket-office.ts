import { type Context, type Controller, HttpError, inject, KeyValue, type Route, Unavailable } from 'trellis';

/** Sells tickets, as long as there are any. */
export class TicketOffice implements Controller {
  @inject(KeyValue) private readonly store!: KeyValue;

  routes(): Route[] {
    return [{ method: 'POST', path: '/tickets', handler: this.sell }];
  }

  async sell(ctx: Context) {
    try {
      return ctx.status(201).json({ number: await this.store.increment('tickets') });
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      throw new HttpError(500, 'The till is jammed', { cause: error });
    }
  }
}
