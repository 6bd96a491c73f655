import { type Controller, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { PopularService } from './popular.service.ts';

/** The list beside every page. */
export class PopularController implements Controller {
  @inject(PopularService) private readonly popular!: PopularService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/popular', middlewares: [anyone], handler: this.index }];
  }

  index() {
    return this.popular.list();
  }
}
