import { type Context, type Controller, field, module, type Route } from 'trellis';

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

export class EventsController implements Controller {
  routes(): Route[] {
    return [
      { method: 'POST', path: '/events', handler: this.create },
      { method: 'PUT', path: '/events/:id', handler: this.update },
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
}

export const EventsModule = module('EventsModule', { declarations: [EventsController] });
