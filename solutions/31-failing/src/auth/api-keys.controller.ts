import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { accept } from './accept.ts';
import { isScope } from './api-key.ts';
import { ApiKeyAuth } from './api-key-auth.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { CreateApiKeyDTO } from './auth.dto.ts';
import { BearerAuth } from './bearer-auth.ts';
import { SessionAuth } from './session-auth.ts';
import { TooManyKeys } from './too-many-keys.ts';

/** API keys, over HTTP: a person creates, lists and revokes them, and a program can look at its own. */
export class ApiKeysController implements Controller {
  @inject(ApiKeysService) private readonly apiKeys!: ApiKeysService;

  routes(): Route[] {
    return [
      {
        path: '/auth/api-keys',
        // Never a key: otherwise a key could create the next one, and revoking it would not end anything.
        middlewares: [accept(BearerAuth, SessionAuth)],
        children: [
          { method: 'POST', path: '', handler: this.create },
          { method: 'GET', path: '', handler: this.index },
          { method: 'DELETE', path: '/:id', handler: this.revoke },
        ],
      },
      { method: 'GET', path: '/auth/api-keys/current', middlewares: [ApiKeyAuth], handler: this.current },
    ];
  }

  async create(ctx: Context) {
    const body = await ctx.bind(CreateApiKeyDTO);
    // Least privilege: a key can only read, unless the request asks for more.
    const scope = body.scope || 'read';
    if (!isScope(scope)) throw new HttpError(400, 'Invalid request');
    try {
      return ctx.status(201).json(await this.apiKeys.create(body.name, scope, ctx.get<string>('user_id')));
    } catch (error) {
      if (error instanceof TooManyKeys) throw new HttpError(409, 'Too many API keys');
      throw error;
    }
  }

  index(ctx: Context) {
    return this.apiKeys.list(ctx.get<string>('user_id'));
  }

  revoke(ctx: Context) {
    return this.apiKeys.revoke(ctx.param('id'), ctx.get<string>('user_id'));
  }

  current(ctx: Context) {
    return ctx.get('api_key');
  }
}
