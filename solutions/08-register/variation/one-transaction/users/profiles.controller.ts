import { type Context, type Controller, inject, type Route } from 'trellis';
import { UsersService } from './users.service.ts';

/** What everybody may know about users. */
export class ProfilesController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/users/:handle', handler: this.show }];
  }

  async show(ctx: Context) {
    const profile = await this.users.profile(ctx.param('handle'));
    if (profile === undefined) return ctx.status(404).json({ error: 'User not found' });
    return profile;
  }
}
