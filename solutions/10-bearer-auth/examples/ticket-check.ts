import { type Context, inject, type Middleware, type Next } from 'trellis';
import { TicketsService } from './tickets.service.ts';

/** Lets in whoever has a ticket, and tells the handler which seat it is for. */
export class TicketCheck implements Middleware {
  @inject(TicketsService) private readonly tickets!: TicketsService;

  handle(ctx: Context, next: Next) {
    const seat = this.tickets.seatOf(ctx.header('X-Ticket'));
    if (seat === undefined) return ctx.status(403).json({ error: 'No ticket' });
    ctx.set('seat', seat);
    return next();
  }
}
