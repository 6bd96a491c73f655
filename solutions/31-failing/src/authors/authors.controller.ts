import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { AuthorsService } from './authors.service.ts';

/** Who writes here. */
export class AuthorsController implements Controller {
  @inject(AuthorsService) private readonly authors!: AuthorsService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/authors/:id', middlewares: [anyone], handler: this.show }];
  }

  async show(ctx: Context) {
    const author = await this.authors.find(ctx.param('id'));
    if (author === undefined) throw new HttpError(404, 'Author not found');
    return author;
  }
}
