import { type Context, inject, type Middleware, type Next } from 'trellis';
import { TicketsService } from './tickets.service.ts';

/** Refuses requests without a valid ticket, and stores the seat in the context. */
export class TicketCheck implements Middleware {
  @inject(TicketsService) private readonly tickets!: TicketsService;

  handle(ctx: Context, next: Next) {
    const seat = this.tickets.seatOf(ctx.header('X-Ticket'));
    if (seat === undefined) return ctx.status(401).json({ error: 'No ticket' });
    ctx.set('seat', seat);
    return next();
  }
}
