import { type Context, type Controller, inject, type Route } from 'trellis';
import { Handles } from './handles.ts';
import { UsersService } from './users.service.ts';

/** What everybody may know about users. */
export class UsersController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Handles) private readonly handles!: Handles;

  routes(): Route[] {
    return [{ method: 'GET', path: '/users/:handle', handler: this.show }];
  }

  async show(ctx: Context) {
    const found = await this.handles.find(ctx.param('handle'));
    const user = found && (await this.users.find(found.owner));
    if (user === undefined) return ctx.status(404).json({ error: 'User not found' });
    return { handle: found?.handle, name: user.name, created_at: user.created_at };
  }
}
