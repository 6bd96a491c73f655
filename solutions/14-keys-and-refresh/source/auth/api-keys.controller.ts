import { type Context, type Controller, inject, type Route } from 'trellis';
// #region step-5
import { ApiKeyAuth } from './api-key-auth.ts';
// #endregion
import { ApiKeysService } from './api-keys.service.ts';
import { CreateApiKeyDTO } from './auth.dto.ts';
import { BearerAuth } from './bearer-auth.ts';

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
      // #region step-5
      { method: 'GET', path: '/auth/api-keys/current', middlewares: [ApiKeyAuth], handler: this.current },
      // #starter
      // // Step 5: the route for the programs.
      // #endregion
    ];
  }

  async create(ctx: Context) {
    const { name } = await ctx.bind(CreateApiKeyDTO);
    return ctx.status(201).json(await this.apiKeys.create(name, ctx.get<string>('user_id')));
  }

  index(ctx: Context) {
    return this.apiKeys.list(ctx.get<string>('user_id'));
  }

  revoke(ctx: Context) {
    return this.apiKeys.revoke(ctx.param('id'), ctx.get<string>('user_id'));
  }

  // #region step-5
  current(ctx: Context) {
    return ctx.get('api_key');
  }
  // #starter
  // // Step 5: the handler, which gives the record of the key.
  // #endregion
}
