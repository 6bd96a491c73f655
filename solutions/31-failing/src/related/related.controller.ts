import { type Context, type Controller, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { RelatedService } from './related.service.ts';

/** The list below a post. */
export class RelatedController implements Controller {
  @inject(RelatedService) private readonly related!: RelatedService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/posts/:id/related', middlewares: [anyone], handler: this.show }];
  }

  show(ctx: Context) {
    return this.related.to(ctx.param('id'));
  }
}
