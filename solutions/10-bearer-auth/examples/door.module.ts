import { module } from 'trellis';
import { DoorsOpen } from './doors-open.ts';
import { TicketCheck } from './ticket-check.ts';
import { TicketsService } from './tickets.service.ts';

/** The middlewares of the theatre, and what they need. */
export const DoorModule = module('DoorModule', {
  exports: [DoorsOpen, TicketCheck],
  declarations: [DoorsOpen, TicketCheck, TicketsService],
});
