import { module } from 'trellis';
import { LettersModule } from '../letters/letters.module.ts';
import { OverviewModule } from '../overview/overview.module.ts';
import { BookingsService } from './bookings.service.ts';
import { EventsService } from './events.service.ts';

/** Events, and who comes to them. */
export const EventsModule = module('EventsModule', {
  imports: [LettersModule, OverviewModule],
  exports: [BookingsService, EventsService],
  declarations: [BookingsService, EventsService],
});
