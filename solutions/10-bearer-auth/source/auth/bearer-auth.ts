// #region step-3
import { type Context, inject, type Middleware, type Next } from 'trellis';
import { TokensService } from './tokens.service.ts';
// #step-1
// import type { Context, Middleware, Next } from 'trellis';
// #endregion

// #region step-1
/** Rejects requests without a valid token, and stores the user of the token in the context. */
export class BearerAuth implements Middleware {
  // #endregion
  // #region step-3
  @inject(TokensService) private readonly tokens!: TokensService;
  // #endregion

  // #region step-1
  handle(ctx: Context, next: Next) {
    const header = ctx.header('Authorization');
    if (header === '') return ctx.status(401).json({ error: 'Missing authorization' });
    // #endregion
    // #region step-2
    if (!header.startsWith('Bearer ')) return ctx.status(401).json({ error: 'Invalid authorization format' });
    // #endregion
    // #region step-3
    const claims = this.tokens.verify(header.slice('Bearer '.length));
    if (claims === undefined) return ctx.status(401).json({ error: 'Invalid token' });
    // #endregion
    // #region step-5
    ctx.set('user_id', claims.user_id);
    ctx.set('user_email', claims.email);
    // #endregion
    // #region step-1
    return next();
  }
}
// #endregion
