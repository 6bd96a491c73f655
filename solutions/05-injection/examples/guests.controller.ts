import { type Context, type Controller, inject, type Route } from 'trellis';
import { GuestsService } from './guests.service.ts';

export class GuestsController implements Controller {
  @inject(GuestsService) private readonly guests!: GuestsService;

  routes(): Route[] {
    return [{ method: 'POST', path: '/visits/:name', handler: this.visit }];
  }

  async visit(ctx: Context) {
    const name = ctx.param('name');
    const isKnown = await this.guests.has(name);
    await this.guests.add(name);
    return { message: isKnown ? 'Welcome back!' : 'Nice to meet you!' };
  }
}
