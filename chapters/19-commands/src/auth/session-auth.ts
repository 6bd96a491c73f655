import { type Context, inject, type Middleware, type Next } from 'trellis';
import { readSessionCookie } from './session-cookie.ts';
import { SessionsService } from './sessions.service.ts';

/** Lets a request pass that belongs to a session, and tells the handler whose it is. */
export class SessionAuth implements Middleware {
  @inject(SessionsService) private readonly sessions!: SessionsService;

  async handle(ctx: Context, next: Next) {
    const id = readSessionCookie(ctx);
    if (id === '') return ctx.status(401).json({ error: 'Not authenticated' });
    const session = await this.sessions.find(id);
    if (session === undefined) return ctx.status(401).json({ error: 'Invalid session' });
    ctx.set('user_id', session.user_id);
    return next();
  }
}
