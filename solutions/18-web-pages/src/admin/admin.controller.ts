import { type Context, type Controller, inject, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { requireRole } from '../auth/require-role.ts';
import { inPages } from '../paging/page.ts';
import { UsersService } from '../users/users.service.ts';
import { FirstAdminDTO } from './first-admin.dto.ts';
import { FirstAdmin } from './first-admin.ts';

/** What only those who run the blog may see. */
export class AdminController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(FirstAdmin) private readonly firstAdmin!: FirstAdmin;

  routes(): Route[] {
    return [
      {
        path: '/admin',
        middlewares: [BearerAuth, requireRole('admin')],
        children: [{ method: 'GET', path: '/users', handler: this.index }],
      },
      // Under /auth, where the audit looks.
      { method: 'POST', path: '/auth/first-admin', middlewares: [BearerAuth], handler: this.appoint },
    ];
  }

  index(ctx: Context) {
    return inPages(ctx, (page) => this.users.list(page));
  }

  async appoint(ctx: Context) {
    const { code } = await ctx.bind(FirstAdminDTO);
    const user = await this.firstAdmin.appoint(ctx.get<string>('user_id'), code);
    if (user === undefined) return ctx.status(403).json({ error: 'Forbidden' });
    return user;
  }
}
