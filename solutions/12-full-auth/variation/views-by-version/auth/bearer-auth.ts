import { type Context, inject, type Middleware, type Next } from 'trellis';
import { isOld } from '../versions/version.ts';
import { TokensService } from './tokens.service.ts';

/** Rejects requests without a valid token, and stores the user of the token in the context. */
export class BearerAuth implements Middleware {
  @inject(TokensService) private readonly tokens!: TokensService;

  handle(ctx: Context, next: Next) {
    const header = ctx.header('Authorization');
    const missing = isOld(ctx) ? 'Missing authorization' : 'Missing authorization header';
    if (header === '') return ctx.status(401).json({ error: missing });
    if (!header.startsWith('Bearer ')) return ctx.status(401).json({ error: 'Invalid authorization format' });
    const claims = this.tokens.verify(header.slice('Bearer '.length));
    if (claims === undefined) return ctx.status(401).json({ error: 'Invalid token' });
    ctx.set('user_id', claims.user_id);
    ctx.set('user_email', claims.email);
    ctx.set('user_role', claims.role);
    return next();
  }
}
