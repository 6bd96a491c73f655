import { type Context, type Controller, Database, HttpError, inject, Log, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { requireRole } from '../auth/require-role.ts';
import { TokenCutoffs } from '../auth/token-cutoffs.ts';
import { inPages } from '../paging/page.ts';
import { UsersService } from '../users/users.service.ts';
import { RoleDTO } from './role.dto.ts';

/** For the people who run the blog. */
export class AdminController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(TokenCutoffs) private readonly cutoffs!: TokenCutoffs;
  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    return [
      {
        path: '/admin/users',
        middlewares: [BearerAuth, requireRole('admin')],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'PUT', path: '/:id/role', handler: this.changeRole },
        ],
      },
    ];
  }

  index(ctx: Context) {
    return inPages(ctx, (page) => this.users.list(page));
  }

  async changeRole(ctx: Context) {
    const { role } = await ctx.bind(RoleDTO);
    if (!['user', 'admin'].includes(role)) throw new HttpError(400, 'Invalid request');
    const user = await this.db.transaction(async (tx) => {
      const changed = await this.users.changeRole(ctx.param('id'), role, tx);
      // The user's existing tokens still contain the old role.
      if (changed !== undefined) await this.cutoffs.set(changed.id, tx);
      return changed;
    });
    if (user === undefined) throw new HttpError(404, 'User not found');
    this.log.warn('role changed', { id: user.id, role, by: ctx.get<string>('user_id') });
    return user;
  }
}
