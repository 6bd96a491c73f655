import { Clock, Database, inject, Log } from 'trellis';
import { Letters } from '../letters/letters.ts';
import { OverviewService } from '../overview/overview.service.ts';
import { shortId } from '../users/short-id.ts';
import type { Event } from './event.ts';
import { EventsService } from './events.service.ts';

/** What becomes of a request for a seat. */
export type Outcome = 'booked' | 'booked before' | 'full';

/** Stores who comes to which event. */
export class BookingsService {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Database) private readonly db!: Database;
  @inject(EventsService) private readonly events!: EventsService;
  @inject(Letters) private readonly letters!: Letters;
  @inject(Log) private readonly log!: Log;
  @inject(OverviewService) private readonly overview!: OverviewService;

  /** Undefined if there is no such event. */
  async book(event_id: string, user_id: string): Promise<Outcome | undefined> {
    const event = await this.events.find(event_id);
    if (event === undefined) return undefined;
    if (event.seats_left === 0) return 'full';
    const outcome = await this.#take(event, user_id);
    if (outcome === 'booked') await this.overview.drop(user_id);
    return outcome;
  }

  /** The booking, the number of seats and the letter: all of them, or none. */
  #take(event: Event, user_id: string): Promise<Outcome> {
    return this.db.transaction(async (tx) => {
      const { changes } = await tx.run`
        insert into bookings (event_id, user_id, created_at)
        values (${event.id}, ${user_id}, ${new Date(this.clock.now()).toISOString()})
        on conflict (event_id, user_id) do nothing`;
      if (changes === 0) return 'booked before';
      const seats_left = event.seats_left - 1;
      await tx.run`update events set seats_left = ${seats_left} where id = ${event.id}`;
      await this.letters.add(tx, user_id, `Your seat: ${event.title}`);
      this.log.info('seat booked', { event_id: event.id, seats_left, guest: shortId(user_id) });
      return 'booked';
    });
  }
}
