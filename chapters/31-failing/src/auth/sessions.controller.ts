import { type Context, type Controller, inject, type Route } from 'trellis';
import { accept } from './accept.ts';
import { LoginDTO } from './auth.dto.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { anyone } from './policies.ts';
import { SessionAuth } from './session-auth.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';
import { type Session, SessionsService } from './sessions.service.ts';

/** Sign in, sign out, and see where you are signed in. */
export class SessionsController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(SessionsService) private readonly sessions!: SessionsService;

  routes(): Route[] {
    return [
      {
        path: '/auth/session',
        children: [
          { method: 'POST', path: '', middlewares: [anyone, LoginLimit], handler: this.begin },
          { method: 'GET', path: '', middlewares: [SessionAuth], handler: this.show },
          { method: 'DELETE', path: '', middlewares: [anyone], handler: this.end },
        ],
      },
      {
        path: '/auth/sessions',
        middlewares: [accept(BearerAuth, SessionAuth)],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'DELETE', path: '', handler: this.endOthers },
          { method: 'DELETE', path: '/:id', handler: this.endOne },
        ],
      },
    ];
  }

  async begin(ctx: Context) {
    const signIn = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (signIn === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    const { user, startedAt } = signIn;
    await this.sessions.destroy(readSessionCookie(ctx));
    setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent'), startedAt));
    return { user };
  }

  show(ctx: Context) {
    const { user_id, created_at } = ctx.get<Session>('session');
    return { user_id, created_at };
  }

  async end(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
  }

  async index(ctx: Context) {
    const current = currentOf(ctx);
    const sessions = await this.sessions.list(ctx.get<string>('user_id'));
    return sessions.map(({ user_id, ...session }) => ({ ...session, current: session.id === current }));
  }

  endOne(ctx: Context) {
    return this.sessions.end(ctx.param('id'), ctx.get<string>('user_id'));
  }

  endOthers(ctx: Context) {
    return this.sessions.endOthers(ctx.get<string>('user_id'), currentOf(ctx));
  }
}

/** A request with a token has no session of its own. */
function currentOf(ctx: Context): string | undefined {
  return ctx.get<Session | undefined>('session')?.id;
}
