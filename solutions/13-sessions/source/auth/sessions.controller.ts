import { type Context, type Controller, inject, type Route } from 'trellis';
import { LoginDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
// #region step-3
import { SessionAuth } from './session-auth.ts';
// #endregion
// #region step-1
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
// #endregion
import { SessionsService } from './sessions.service.ts';

/** Sessions, over HTTP: begin one, look at it, end it. */
export class SessionsController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(SessionsService) private readonly sessions!: SessionsService;

  routes(): Route[] {
    return [
      {
        path: '/auth/session',
        children: [
          { method: 'POST', path: '', handler: this.begin },
          // #region step-3
          { method: 'GET', path: '', middlewares: [SessionAuth], handler: this.show },
          // #starter
          // // Step 3: look at it.
          // #endregion
          // #region step-4
          { method: 'DELETE', path: '', handler: this.end },
          // #starter
          // // Step 4: end it.
          // #endregion
        ],
      },
    ];
  }

  async begin(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    // #region step-5
    await this.sessions.destroy(readSessionCookie(ctx));
    // #endregion
    // #region step-1
    setSessionCookie(ctx, await this.sessions.create(user.id));
    // #starter
    // // Step 1: begin a session, and set its cookie.
    // #endregion
    return { user };
  }

  // #region step-3
  show(ctx: Context) {
    return this.sessions.find(readSessionCookie(ctx));
  }
  // #endregion

  // #region step-4
  async end(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
  }
  // #endregion
}
