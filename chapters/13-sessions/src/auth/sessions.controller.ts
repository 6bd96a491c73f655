import { type Context, type Controller, inject, type Route } from 'trellis';
import { LoginDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { SessionsService } from './sessions.service.ts';

/** Sign in, sign out, and see where you are signed in. */
export class SessionsController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(SessionsService) private readonly sessions!: SessionsService;

  routes(): Route[] {
    return [
      {
        path: '/auth/session',
        children: [
          { method: 'POST', path: '', handler: this.begin },
          // Step 3: GET.
          // Step 5: DELETE.
        ],
      },
      // Step 6: the group /auth/sessions.
    ];
  }

  async begin(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    // Step 5: end the session that the browser had before.
    // Step 1: create a session and set its cookie.
    return { user };
  }
}
