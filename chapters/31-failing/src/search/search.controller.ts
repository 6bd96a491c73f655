import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { RecentSearches } from './recent-searches.ts';
import { SearchService } from './search.service.ts';

/** The box with the magnifying glass. */
export class SearchController implements Controller {
  @inject(RecentSearches) private readonly recent!: RecentSearches;
  @inject(SearchService) private readonly search!: SearchService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/search', middlewares: [anyone], handler: this.find },
      { method: 'GET', path: '/search/recent', middlewares: [anyone], handler: this.latest },
    ];
  }

  find(ctx: Context) {
    const words = ctx.query('q').trim();
    if (words === '' || words.length > 100) throw new HttpError(400, 'Invalid request');
    return this.search.find(words);
  }

  latest() {
    return this.recent.list();
  }
}
