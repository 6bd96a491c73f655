import { type Context, type Controller, field, inject, type Route } from 'trellis';
import { LoginDTO } from '../auth/auth.dto.ts';
import { Credentials } from '../auth/credentials.ts';
import { LoginLimit } from '../auth/login-limit.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../auth/session-cookie.ts';
import { SessionsService } from '../auth/sessions.service.ts';
import { setNotice } from './flash.ts';
import { signInView } from './sign-in.views.ts';

/** What the form shows again if it was refused. Not the password: it would be in the source of the page. */
class SignInInput {
  @field() email!: string;
}

/** Sign in and out, with a form each. */
export class SignInController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(SessionsService) private readonly sessions!: SessionsService;

  routes(): Route[] {
    return [
      // Under /auth, so that the audit log contains them.
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
    // A body that can't be read at all is refused here, so what the next line catches is only an invalid login.
    const { email } = await ctx.bind(SignInInput);
    const body = await ctx.bind(LoginDTO).catch(() => undefined);
    const signIn = body && (await this.credentials.check(body, ctx.signal));
    if (signIn === undefined) {
      ctx.status(401);
      return signInView(ctx, { email, message: 'This email and this password do not belong together.' });
    }
    await this.sessions.destroy(readSessionCookie(ctx));
    setSessionCookie(ctx, await this.sessions.create(signIn.user.id, ctx.header('User-Agent'), signIn.startedAt));
    return ctx.redirect('/', 303);
  }

  async signOut(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
    setNotice(ctx, 'signed-out');
    return ctx.redirect('/', 303);
  }
}
