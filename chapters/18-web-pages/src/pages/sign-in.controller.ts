import { type Context, type Controller, field, inject, type Route } from 'trellis';
import { LoginDTO } from '../auth/auth.dto.ts';
import { Credentials } from '../auth/credentials.ts';
import { LoginLimit } from '../auth/login-limit.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../auth/session-cookie.ts';
import { SessionsService } from '../auth/sessions.service.ts';
import { signInView } from './sign-in.views.ts';

// Step 2: what the form shows again when it was refused.

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
          // Step 2: POST /sign-in.
          { method: 'POST', path: '/sign-out', handler: this.signOut },
        ],
      },
    ];
  }

  form(ctx: Context) {
    return signInView(ctx);
  }

  // Step 2: signIn.

  async signOut(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
    return ctx.redirect('/', 303);
  }
}
