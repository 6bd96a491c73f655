import { type Context, type Controller, inject, type Route } from 'trellis';
import { LoginDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
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
          // Step 3: look at it.
          // Step 4: end it.
        ],
      },
    ];
  }

  async begin(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    // Step 1: begin a session, and set its cookie.
    return { user };
  }
}
