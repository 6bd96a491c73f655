import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { AccessKeys } from './access-keys.ts';
import { gate } from './gate.ts';

class NewKey {
  @field('required,max=100') name!: string;
  @field() scope!: string;
}

export class KeyRoutes implements Controller {
  @inject(AccessKeys) private readonly keys!: AccessKeys;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/auth/api-keys/current', middlewares: [gate('key')], handler: this.current },
      { method: 'GET', path: '/auth/api-keys', middlewares: [gate('bearer', 'session')], handler: this.list },
      { method: 'POST', path: '/auth/api-keys', middlewares: [gate('bearer', 'session')], handler: this.add },
      { method: 'DELETE', path: '/auth/api-keys/:id', middlewares: [gate('bearer', 'session')], handler: this.remove },
    ];
  }

  current(ctx: Context) {
    return ctx.get('api_key');
  }

  list(ctx: Context) {
    return this.keys.of(ctx.get<string>('user_id'));
  }

  async add(ctx: Context) {
    const { name, scope } = await ctx.bind(NewKey);
    if (!['', 'read', 'write'].includes(scope)) throw new HttpError(400, 'Invalid request');
    return ctx.status(201).json(await this.keys.add(ctx.get<string>('user_id'), name, scope || 'read'));
  }

  remove(ctx: Context) {
    return this.keys.remove(ctx.param('id'), ctx.get<string>('user_id'));
  }
}
