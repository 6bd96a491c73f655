import { createHash, timingSafeEqual } from 'node:crypto';
import {
  type App,
  type AppOptions,
  type Context,
  type Controller,
  createApp,
  field,
  HttpError,
  type Middleware,
  module,
  type Next,
  type Route,
} from 'trellis';
import { describe, type OpenApiOptions, openApi } from 'trellis/openapi';
import * as z from 'zod';

export class CreateBookingDTO {
  @field('required') room!: string;
  @field('required,email') contact!: string;
}

const Booking = z
  .object({ id: z.string(), room: z.string(), contact: z.email(), created_at: z.iso.datetime() })
  .meta({ id: 'Booking' });

const BookingFilter = z.object({
  room: z.string().optional().describe('Only bookings of this room'),
  page: z.coerce.number().int().min(1).default(1),
});

export class DeskAuth implements Middleware {
  @describe({
    security: { DeskKey: { type: 'apiKey', in: 'header', name: 'X-Desk-Key' } },
    responses: { 401: 'Missing or unknown key' },
  })
  handle(ctx: Context, next: Next) {
    if (!isDeskKey(ctx.header('x-desk-key'))) throw new HttpError(401, 'Missing or unknown key');
    return next();
  }
}

/** Compares digests, in constant time: `===` takes longer the more characters of a guess are right. */
function isDeskKey(sent: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  // Yours comes from the configuration.
  return timingSafeEqual(digest(sent), digest('desk'));
}

export class BookingsController implements Controller {
  readonly #bookings: z.infer<typeof Booking>[] = [];

  routes(): Route[] {
    return [
      { method: 'GET', path: '/bookings', handler: this.index },
      { method: 'POST', path: '/bookings', handler: this.create, middlewares: [DeskAuth] },
      { method: 'GET', path: '/bookings/:id/ticket', handler: this.ticket },
    ];
  }

  @describe({
    summary: 'Lists the bookings, ten per page',
    query: BookingFilter,
    responses: { 200: z.array(Booking), 400: 'Invalid request' },
  })
  async index(ctx: Context) {
    const { room, page } = await ctx.bindQuery(BookingFilter);
    const found = this.#bookings.filter((booking) => room === undefined || booking.room === room);
    return found.slice((page - 1) * 10, page * 10);
  }

  @describe({
    summary: 'Books a room',
    body: CreateBookingDTO,
    responses: { 201: Booking, 400: 'Invalid request', 409: 'The room is taken' },
  })
  async create(ctx: Context) {
    const { room, contact } = await ctx.bind(CreateBookingDTO);
    if (this.#bookings.some((booking) => booking.room === room)) throw new HttpError(409, 'The room is taken');
    const booking = { id: String(this.#bookings.length + 1), room, contact, created_at: new Date().toISOString() };
    this.#bookings.push(booking);
    return ctx.status(201).json(booking);
  }

  @describe({
    summary: 'The ticket to print',
    responses: { 200: { type: 'text/plain', description: 'One line per field' }, 404: 'Booking not found' },
  })
  ticket(ctx: Context) {
    const booking = this.#bookings.find(({ id }) => id === ctx.param('id'));
    if (booking === undefined) throw new HttpError(404, 'Booking not found');
    return ctx.send(`${booking.room}\n${booking.contact}\n`);
  }
}

export const AppModule = module('AppModule', { declarations: [BookingsController, DeskAuth] });

export const openApiOptions: OpenApiOptions = {
  title: 'Bookings',
  version: '1.0.0',
  servers: [{ url: 'https://bookings.example.com' }],
};

/** The application, with its own document as a route. `main.ts` calls `listen()` on it, and a test passes it to `start`. */
export function bookings(options: AppOptions = {}): App {
  const app = createApp(AppModule, options);
  const document = openApi(app.routes(), openApiOptions);
  app.router.add({ method: 'GET', path: '/openapi.json', handler: () => document });
  return app;
}
