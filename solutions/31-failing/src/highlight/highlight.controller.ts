import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { Highlighter } from './highlighter.ts';

/** Where a search engine leads: `GET /posts/:id/highlighted?words=leek soup`. */
export class HighlightController implements Controller {
  @inject(Highlighter) private readonly highlighter!: Highlighter;

  routes(): Route[] {
    return [{ method: 'GET', path: '/posts/:id/highlighted', middlewares: [anyone], handler: this.show }];
  }

  async show(ctx: Context) {
    const words = ctx.query('words').split(/\s+/).filter(Boolean).slice(0, 10);
    const found = await this.highlighter.find(ctx.param('id'), words);
    if (found === undefined) throw new HttpError(404, 'Post not found');
    return found;
  }
}
