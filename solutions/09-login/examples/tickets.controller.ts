import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { TicketsService } from './tickets.service.ts';

export class TicketsController implements Controller {
  @inject(TicketsService) private readonly tickets!: TicketsService;

  routes(): Route[] {
    return [{ method: 'POST', path: '/lanes/:lane/tickets', handler: this.buy }];
  }

  buy(ctx: Context) {
    try {
      return { ticket: this.tickets.sell(Number(ctx.param('lane'))) };
    } catch (error) {
      throw new HttpError(503, 'No tickets today', { cause: error });
    }
  }
}
