import { type Context, type Controller, HttpError, inject, Log, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { requireRole } from '../auth/require-role.ts';
import { UsersService } from '../users/users.service.ts';
import { FirstAdminDTO } from './first-admin.dto.ts';
import { FirstAdmin } from './first-admin.ts';
import { RoleDTO } from './role.dto.ts';

/** For the people who run the blog. */
export class AdminController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(FirstAdmin) private readonly firstAdmin!: FirstAdmin;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    return [
      {
        path: '/admin/users',
        // Step 1: only for admins.
        middlewares: [BearerAuth],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'PUT', path: '/:id/role', handler: this.changeRole },
        ],
      },
      { method: 'POST', path: '/auth/first-admin', middlewares: [BearerAuth], handler: this.appoint },
    ];
  }

  index() {
    return this.users.list();
  }

  async changeRole(ctx: Context) {
    const { role } = await ctx.bind(RoleDTO);
    if (!['user', 'admin'].includes(role)) throw new HttpError(400, 'Invalid request');
    const user = await this.users.changeRole(ctx.param('id'), role);
    if (user === undefined) throw new HttpError(404, 'User not found');
    this.log.warn('role changed', { id: user.id, role, by: ctx.get<string>('user_id') });
    return user;
  }

  async appoint(ctx: Context) {
    const { code } = await ctx.bind(FirstAdminDTO);
    const user = await this.firstAdmin.appoint(ctx.get<string>('user_id'), code);
    if (user === undefined) return ctx.status(403).json({ error: 'Forbidden' });
    return user;
  }
}
