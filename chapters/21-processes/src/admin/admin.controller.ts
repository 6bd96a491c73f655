import { type Context, type Controller, inject, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { requireRole } from '../auth/require-role.ts';
import { inPages } from '../paging/page.ts';
import { UsersService } from '../users/users.service.ts';

/** What only those who run the blog may see. */
export class AdminController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;

  routes(): Route[] {
    return [
      {
        path: '/admin',
        middlewares: [BearerAuth, requireRole('admin')],
        children: [{ method: 'GET', path: '/users', handler: this.index }],
      },
    ];
  }

  index(ctx: Context) {
    return inPages(ctx, (page) => this.users.list(page));
  }
}
