import { type Context, inject, type Middleware, type Next } from 'trellis';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { SessionsService } from '../auth/sessions.service.ts';
import { UsersService } from '../users/users.service.ts';

/** Stores the user of the session in the context, if there is one. Continues in any case: most pages are public. */
export class Visitor implements Middleware {
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(UsersService) private readonly users!: UsersService;

  async handle(ctx: Context, next: Next) {
    const session = await this.sessions.find(readSessionCookie(ctx));
    const user = session && (await this.users.find(session.user_id));
    if (user !== undefined) {
      ctx.set('user', user);
      ctx.set('user_id', user.id);
      ctx.set('user_role', user.role);
    }
    return next();
  }
}
