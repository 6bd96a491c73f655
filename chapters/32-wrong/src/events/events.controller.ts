import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { anyone } from '../auth/policies.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { BookingsService } from './bookings.service.ts';
import { eventDay } from './event-day.ts';
import { EventsService } from './events.service.ts';

/** The events in the garden, and the seats. */
export class EventsController implements Controller {
  @inject(BookingsService) private readonly bookings!: BookingsService;
  @inject(EventsService) private readonly events!: EventsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/events', middlewares: [anyone], handler: this.index },
      { method: 'GET', path: '/events/:id', middlewares: [anyone], handler: this.show },
      {
        method: 'POST',
        path: '/events/:id/bookings',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
        handler: this.book,
      },
    ];
  }

  index(ctx: Context) {
    const day = eventDay(ctx.query('day'));
    if (day === undefined) throw new HttpError(400, 'Invalid request');
    return this.events.ofDay(day);
  }

  async show(ctx: Context) {
    const event = await this.events.find(ctx.param('id'));
    if (event === undefined) throw new HttpError(404, 'Event not found');
    return { ...event, guests: await this.events.guestsOf(event.id) };
  }

  async book(ctx: Context) {
    const outcome = await this.bookings.book(ctx.param('id'), ctx.get<string>('user_id'));
    if (outcome === undefined) throw new HttpError(404, 'Event not found');
    if (outcome === 'full') throw new HttpError(409, 'No seat left');
    if (outcome === 'booked before') throw new HttpError(409, 'Already booked');
    return ctx.status(201).json({ event_id: ctx.param('id') });
  }
}
