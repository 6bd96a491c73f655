// #region step-3
import { type Context, inject, type Middleware, type Next } from 'trellis';
import { UsersService } from '../users/users.service.ts';
// #starter
// import type { Context, Middleware, Next } from 'trellis';
// #endregion
import { readSessionCookie } from './session-cookie.ts';
// #region step-3
import { SessionsService } from './sessions.service.ts';
// #endregion

/** Rejects requests without a valid session, and stores the user of the session in the context. */
export class SessionAuth implements Middleware {
  // #region step-3
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(UsersService) private readonly users!: UsersService;

  // #endregion
  isPresent(ctx: Context): boolean {
    return readSessionCookie(ctx) !== '';
  }

  // #region step-3
  async handle(ctx: Context, next: Next) {
    if (!this.isPresent(ctx)) return ctx.status(401).json({ error: 'Not authenticated' });
    const session = await this.sessions.find(readSessionCookie(ctx));
    // From the user's record: unlike the claims of a token, it is never older than this request.
    const user = session && (await this.users.find(session.user_id));
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid session' });
    ctx.set('session', session);
    ctx.set('user_id', user.id);
    ctx.set('user_email', user.email);
    ctx.set('user_role', user.role);
    return next();
  }
  // #starter
  // // Step 3: find the session and its user, and continue.
  // handle(ctx: Context, _next: Next) {
  //   return ctx.status(401).json({ error: 'Not authenticated' });
  // }
  // #endregion
}
