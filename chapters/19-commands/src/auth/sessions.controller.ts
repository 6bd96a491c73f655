import { type Context, type Controller, inject, type Route } from 'trellis';
import { LoginDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { SessionAuth } from './session-auth.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
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
          { method: 'POST', path: '', middlewares: [LoginLimit], handler: this.begin },
          { method: 'GET', path: '', middlewares: [SessionAuth], handler: this.show },
          { method: 'DELETE', path: '', handler: this.end },
        ],
      },
    ];
  }

  async begin(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    await this.sessions.destroy(readSessionCookie(ctx));
    setSessionCookie(ctx, await this.sessions.create(user.id));
    return { user };
  }

  show(ctx: Context) {
    return this.sessions.find(readSessionCookie(ctx));
  }

  async end(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
  }
}
