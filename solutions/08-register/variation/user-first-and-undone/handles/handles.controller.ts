import { type Context, type Controller, inject, type Route } from 'trellis';
import { HandlesService } from './handles.service.ts';

/** What everybody may know about users. */
export class HandlesController implements Controller {
  @inject(HandlesService) private readonly handles!: HandlesService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/users/:handle', handler: this.show }];
  }

  async show(ctx: Context) {
    const profile = await this.handles.find(ctx.param('handle'));
    if (profile === undefined) return ctx.status(404).json({ error: 'User not found' });
    return profile;
  }
}
