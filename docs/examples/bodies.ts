import { type Context, type Controller, field, module, type Route } from 'trellis';
import * as z from 'zod';

export class CreateEventDTO {
  @field('required') title!: string;
  @field('required,email') contact!: string;
  @field('integer,required,min=1') seats!: number;
  @field('number') price!: number;
  @field('boolean') online!: boolean;
}

/** A DTO inherits the fields of its parent. */
export class UpdateEventDTO extends CreateEventDTO {
  @field('min=3') note!: string;
}

/** A field that wasn't sent stays undefined, so it can be told from one that was sent empty. */
const ChangeEvent = z
  .strictObject({
    title: z.string().min(1).optional(),
    note: z.string().optional(),
    price: z.number().min(0).optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'must change something');

export class EventsController implements Controller {
  routes(): Route[] {
    return [
      { method: 'POST', path: '/events', handler: this.create },
      { method: 'PUT', path: '/events/:id', handler: this.update },
      { method: 'PATCH', path: '/events/:id', handler: this.change },
    ];
  }

  async create(ctx: Context) {
    const event = await ctx.bind(CreateEventDTO);
    return ctx.status(201).json(event);
  }

  async update(ctx: Context) {
    const { title, note } = await ctx.bind(UpdateEventDTO);
    return { id: ctx.param('id'), title, note };
  }

  async change(ctx: Context) {
    const changes = await ctx.bind(ChangeEvent);
    return { id: ctx.param('id'), changes };
  }
}

export const EventsModule = module('EventsModule', { declarations: [EventsController] });
