import { type Controller, inject, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
// #region step-1
import { requireRole } from '../auth/require-role.ts';
// #endregion
import { UsersService } from '../users/users.service.ts';

/** What only those who run the blog may see. */
export class AdminController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;

  routes(): Route[] {
    return [
      {
        path: '/admin',
        // #region step-1
        middlewares: [BearerAuth, requireRole('admin')],
        // #starter
        // // Step 1: whoever has a token passes. A gate is missing.
        // middlewares: [BearerAuth],
        // #endregion
        children: [{ method: 'GET', path: '/users', handler: this.index }],
      },
    ];
  }

  index() {
    return this.users.list();
  }
}
