import { type Context, type Controller, field, module, type Route } from 'trellis';
import { describe } from 'trellis/openapi';
import * as z from 'zod';

export class ListEvents {
  @field('integer,min=1') page!: number;
  @field('max=20') place!: string;
  @field('boolean') online!: boolean;
}

export class SeatParams {
  @field('required') event!: string;
  @field('integer,required,min=1') seat!: number;
}

/** What tags can't express: a default, a date, and a parameter that may be repeated. */
const Search = z.object({
  // A form sends a field that was left empty as `limit=`, and z.coerce would turn the empty string into 0.
  limit: z.preprocess((sent) => sent || undefined, z.coerce.number().int().min(1).max(100).default(20)),
  from: z.preprocess((sent) => sent || undefined, z.iso.date().optional()),
  tag: z.preprocess((sent) => [sent].flat().filter((tag) => tag !== ''), z.array(z.string())).default([]),
});

/** The time and the id of the last row on a page, such as `2026-03-01T09:30:00.000Z~7`. PostgreSQL has no year 0000. */
const Position = z.tuple([
  z.iso.datetime({ precision: 3 }).refine((time) => time >= '0001'),
  z.string().regex(/^\d{1,18}$/),
]);

/** The position stays a string: that is what clients send, and what the OpenAPI document says. */
const HistoryPage = z.object({
  after: z
    .string()
    .refine((sent) => sent === '' || Position.safeParse(sent.split('~')).success, 'must be the `next` of a page')
    .default(''),
});

export class SearchController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/events', handler: this.list },
      { method: 'GET', path: '/search', handler: this.search },
      { method: 'GET', path: '/history', handler: this.history },
      { method: 'GET', path: '/labels', handler: this.labels },
      { method: 'GET', path: '/events/:event/seats/:seat', handler: this.seat },
    ];
  }

  async list(ctx: Context) {
    const { page, place, online } = await ctx.bindQuery(ListEvents);
    return { page: page || 1, place, online };
  }

  @describe({ query: Search })
  async search(ctx: Context) {
    const { limit, from, tag } = await ctx.bindQuery(Search);
    return { limit, from, tag };
  }

  @describe({ query: HistoryPage })
  async history(ctx: Context) {
    const { after } = await ctx.bindQuery(HistoryPage);
    const [time, id] = after.split('~');
    return { time, id };
  }

  labels(ctx: Context) {
    return ctx.queryAll('label');
  }

  async seat(ctx: Context) {
    const { event, seat } = await ctx.bindParams(SeatParams);
    return { event, seat };
  }
}

export const SearchModule = module('SearchModule', { declarations: [SearchController] });
