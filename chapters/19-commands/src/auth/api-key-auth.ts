import { type Context, inject, type Middleware, type Next } from 'trellis';
import { ApiKeysService } from './api-keys.service.ts';

/** Lets a request pass that carries a key of ours, and tells the handler which, and whose. */
export class ApiKeyAuth implements Middleware {
  @inject(ApiKeysService) private readonly apiKeys!: ApiKeysService;

  async handle(ctx: Context, next: Next) {
    const key = ctx.header('X-API-Key');
    if (key === '') return ctx.status(401).json({ error: 'Missing API key' });
    const apiKey = await this.apiKeys.validate(key);
    if (apiKey === undefined) return ctx.status(401).json({ error: 'Invalid API key' });
    ctx.set('api_key', apiKey);
    ctx.set('user_id', apiKey.user_id);
    return next();
  }
}
