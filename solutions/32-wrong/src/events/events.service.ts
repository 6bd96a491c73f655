import { Database, inject, Log } from 'trellis';
import type { Event } from './event.ts';
import type { EventDay } from './event-day.ts';

/** Reads the events. */
export class EventsService {
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;

  find(id: string): Promise<Event | undefined> {
    return this.db.get<Event>`select id, title, starts_at, seats, seats_left from events where id = ${id}`;
  }

  /** In the order in which they begin. */
  async ofDay({ from, to }: EventDay): Promise<Event[]> {
    const events = await this.db.all<Event>`
      select id, title, starts_at, seats, seats_left from events
      where starts_at >= ${from} and starts_at < ${to}
      order by starts_at, id`;
    this.log.info('events listed', { from, to, events: events.length });
    return events;
  }

  /** The names of those who have a seat. */
  async guestsOf(id: string): Promise<string[]> {
    const rows = await this.db.all<{ name: string }>`
      select users.name from bookings join users on users.id = bookings.user_id
      where bookings.event_id = ${id}
      order by bookings.created_at, users.id`;
    return rows.map(({ name }) => name);
  }
}
