import { type Context, inject, type Middleware, type Next } from 'trellis';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { readSessionCookie } from './session-cookie.ts';
import { type Session, SessionsService } from './sessions.service.ts';

/** Rejects requests without a valid session, and stores the user of the session in the context. */
export class SessionAuth implements Middleware {
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(UsersService) private readonly users!: UsersService;

  isPresent(ctx: Context): boolean {
    return readSessionCookie(ctx) !== '';
  }

  async handle(ctx: Context, next: Next) {
    if (!this.isPresent(ctx)) return ctx.status(401).json({ error: 'Not authenticated' });
    // Step 3: find the session of the cookie, and its user.
    const session = undefined as Session | undefined;
    const user = undefined as User | undefined;
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid session' });
    ctx.set('session', session);
    ctx.set('user_id', user.id);
    ctx.set('user_email', user.email);
    ctx.set('user_role', user.role);
    return next();
  }
}
