import { module } from 'trellis';
import { DoorsOpen } from './doors-open.ts';
import { TicketCheck } from './ticket-check.ts';
import { TicketsService } from './tickets.service.ts';

/** Who stands at the door of the theatre. */
export const DoorModule = module('DoorModule', {
  exports: [DoorsOpen, TicketCheck],
  declarations: [DoorsOpen, TicketCheck, TicketsService],
});
