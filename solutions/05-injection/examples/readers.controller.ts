import { type Context, type Controller, inject, type Route } from 'trellis';
import { ReadersService } from './readers.service.ts';

export class ReadersController implements Controller {
  @inject(ReadersService) private readonly readers!: ReadersService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/readers', handler: this.list },
      { method: 'GET', path: '/readers/:name', handler: this.greet },
      { method: 'PUT', path: '/readers/:name', handler: this.join },
    ];
  }

  list() {
    return this.readers.all();
  }

  async greet(ctx: Context) {
    const known = await this.readers.has(ctx.param('name'));
    return { message: known ? 'Welcome back!' : 'Who are you?' };
  }

  join(ctx: Context) {
    return this.readers.join(ctx.param('name'));
  }
}
