import { type Context, inject, type Middleware, type Next } from 'trellis';
import { readSessionCookie } from '../auth/session-cookie.ts';
import { SessionsService } from '../auth/sessions.service.ts';
import { UsersService } from '../users/users.service.ts';

/** Tells whose session a request belongs to, and lets everybody pass: most pages are for strangers, too. */
export class Visitor implements Middleware {
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(UsersService) private readonly users!: UsersService;

  async handle(ctx: Context, next: Next) {
    const session = await this.sessions.find(readSessionCookie(ctx));
    const user = session && (await this.users.find(session.user_id));
    if (user !== undefined) {
      ctx.set('user', user);
      ctx.set('user_id', user.id);
    }
    return next();
  }
}
