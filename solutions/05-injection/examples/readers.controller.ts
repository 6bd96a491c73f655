import { type Context, type Controller, inject, type Route } from 'trellis';
import { ReadersService } from './readers.service.ts';

export class ReadersController implements Controller {
  @inject(ReadersService) private readonly readers!: ReadersService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/readers', handler: this.list },
      { method: 'PUT', path: '/readers/:name', handler: this.join },
    ];
  }

  list() {
    return this.readers.all();
  }

  join(ctx: Context) {
    return this.readers.join(ctx.param('name'));
  }
}
