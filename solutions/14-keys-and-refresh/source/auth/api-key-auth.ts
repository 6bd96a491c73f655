import { type Context, inject, type Middleware, type Next } from 'trellis';
import { UsersService } from '../users/users.service.ts';
import { ApiKeysService } from './api-keys.service.ts';

// #region step-5
/** Methods that only read (RFC 9110, section 9.2.1). */
const safeMethods = ['GET', 'HEAD'];

// #endregion
/** Rejects requests without a valid API key, and stores the key and its user in the context. */
export class ApiKeyAuth implements Middleware {
  @inject(ApiKeysService) private readonly apiKeys!: ApiKeysService;
  @inject(UsersService) private readonly users!: UsersService;

  isPresent(ctx: Context): boolean {
    return ctx.header('X-API-Key') !== '';
  }

  async handle(ctx: Context, next: Next) {
    if (!this.isPresent(ctx)) return ctx.status(401).json({ error: 'Missing API key' });
    const apiKey = await this.apiKeys.validate(ctx.header('X-API-Key'));
    const user = apiKey && (await this.users.find(apiKey.user_id));
    if (apiKey === undefined || user === undefined) return ctx.status(401).json({ error: 'Invalid API key' });
    // #region step-5
    const isAllowed = apiKey.scope === 'write' || safeMethods.includes(ctx.request.method);
    if (!isAllowed) return ctx.status(403).json({ error: 'Insufficient scope' });
    // #starter
    // // Step 5: check the scope of the key.
    // #endregion
    ctx.set('api_key', apiKey);
    ctx.set('user_id', user.id);
    ctx.set('user_email', user.email);
    ctx.set('user_role', user.role);
    return next();
  }
}
