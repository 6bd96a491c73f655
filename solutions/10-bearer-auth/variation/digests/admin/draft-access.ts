import { type Context, inject, type Middleware, type Next } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { DraftKeys } from './draft-keys.ts';

/** Lets a request with a key pass. If there is an Authorization header, or no key, BearerAuth decides. */
export class DraftAccess implements Middleware {
  @inject(BearerAuth) private readonly bearer!: BearerAuth;
  @inject(DraftKeys) private readonly keys!: DraftKeys;

  async handle(ctx: Context, next: Next) {
    const key = ctx.header('Draft-Key');
    if (ctx.header('Authorization') !== '' || key === '') return this.bearer.handle(ctx, next);
    if (!(await this.keys.isValid(key))) return ctx.status(401).json({ error: 'Invalid key' });
    return next();
  }
}
