import { addLogFields, type Context, inject, type Middleware, type Next } from 'trellis';
import { UsersService } from '../users/users.service.ts';
import { readSessionCookie } from './session-cookie.ts';
import { SessionsService } from './sessions.service.ts';

/** Rejects requests without a valid session, and stores the user of the session in the context. */
export class SessionAuth implements Middleware {
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(UsersService) private readonly users!: UsersService;

  isPresent(ctx: Context): boolean {
    return readSessionCookie(ctx) !== '';
  }

  async handle(ctx: Context, next: Next) {
    if (!this.isPresent(ctx)) return ctx.status(401).json({ error: 'Not authenticated' });
    const session = await this.sessions.find(readSessionCookie(ctx));
    // From the user's record: unlike the claims of a token, it is never older than this request.
    const user = session && (await this.users.find(session.user_id));
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid session' });
    ctx.set('session', session);
    ctx.set('user_id', user.id);
    addLogFields({ user_id: user.id });
    ctx.set('user_email', user.email);
    ctx.set('user_role', user.role);
    return next();
  }
}
