import { type Context, type Controller, inject, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { PostsService } from '../posts/posts.service.ts';
import { DraftAccess } from './draft-access.ts';
import { DraftKeys } from './draft-keys.ts';

/** Lists and discards the drafts of the blog. */
export class AdminController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(DraftKeys) private readonly keys!: DraftKeys;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/admin/drafts', middlewares: [DraftAccess], handler: this.drafts },
      {
        path: '/admin',
        middlewares: [BearerAuth],
        children: [
          { method: 'DELETE', path: '/drafts', handler: this.discard },
          { method: 'POST', path: '/draft-keys', handler: this.createKey },
        ],
      },
    ];
  }

  drafts() {
    return this.posts.drafts();
  }

  async createKey(ctx: Context) {
    return ctx.status(201).json({ key: await this.keys.issue() });
  }

  discard() {
    return this.posts.discardDrafts();
  }
}
