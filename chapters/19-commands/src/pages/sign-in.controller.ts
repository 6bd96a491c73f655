import { type Context, type Controller, field, inject, type Route } from 'trellis';
import { LoginDTO } from '../auth/auth.dto.ts';
import { Credentials } from '../auth/credentials.ts';
import { LoginLimit } from '../auth/login-limit.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../auth/session-cookie.ts';
import { SessionsService } from '../auth/sessions.service.ts';
import { signInView } from './sign-in.views.ts';

/** What the form shows again when it was refused. Not the password: it would stand in the page's source. */
class SignInInput {
  @field() email!: string;
}

/** In and out, with a form each. */
export class SignInController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(SessionsService) private readonly sessions!: SessionsService;

  routes(): Route[] {
    return [
      // Under /auth, where the audit looks.
      {
        path: '/auth',
        children: [
          { method: 'GET', path: '/sign-in', handler: this.form },
          { method: 'POST', path: '/sign-in', middlewares: [LoginLimit], handler: this.signIn },
          { method: 'POST', path: '/sign-out', handler: this.signOut },
        ],
      },
    ];
  }

  form(ctx: Context) {
    return signInView(ctx);
  }

  async signIn(ctx: Context) {
    const { email } = await ctx.bind(SignInInput);
    const body = await ctx.bind(LoginDTO).catch(() => undefined);
    const user = body && (await this.credentials.check(body, ctx.signal));
    if (user === undefined) {
      ctx.status(401);
      return signInView(ctx, { email, message: 'This email and this password do not belong together.' });
    }
    await this.sessions.destroy(readSessionCookie(ctx));
    setSessionCookie(ctx, await this.sessions.create(user.id));
    return ctx.redirect('/', 303);
  }

  async signOut(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
    return ctx.redirect('/', 303);
  }
}
