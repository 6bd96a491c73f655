// #region step-2
import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
// #starter
// import { type Context, type Controller, inject, type Route } from 'trellis';
// #endregion
import { ApiKeyAuth } from './api-key-auth.ts';
import { ApiKeysService } from './api-keys.service.ts';
import { CreateApiKeyDTO } from './auth.dto.ts';
import { BearerAuth } from './bearer-auth.ts';
// #region step-2
import { TooManyKeys } from './too-many-keys.ts';
// #endregion

/** API keys, over HTTP: a person makes and revokes them, a program comes in with them. */
export class ApiKeysController implements Controller {
  @inject(ApiKeysService) private readonly apiKeys!: ApiKeysService;

  routes(): Route[] {
    return [
      {
        path: '/auth/api-keys',
        middlewares: [BearerAuth],
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
    const { name } = await ctx.bind(CreateApiKeyDTO);
    // #region step-2
    try {
      return ctx.status(201).json(await this.apiKeys.create(name, ctx.get<string>('user_id')));
    } catch (error) {
      if (error instanceof TooManyKeys) throw new HttpError(409, 'Too many API keys');
      throw error;
    }
    // #starter
    // return ctx.status(201).json(await this.apiKeys.create(name, ctx.get<string>('user_id')));
    // #endregion
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
