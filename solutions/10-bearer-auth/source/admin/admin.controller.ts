import { type Controller, inject, type Route } from 'trellis';
// #region step-1
import { BearerAuth } from '../auth/bearer-auth.ts';
// #endregion
import { PostsService } from '../posts/posts.service.ts';

/** Lists and discards the drafts of the blog. */
export class AdminController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      {
        path: '/admin',
        // #region step-1
        middlewares: [BearerAuth],
        // #starter
        // // Step 1: the middleware of this group.
        // #endregion
        children: [
          { method: 'GET', path: '/drafts', handler: this.drafts },
          { method: 'DELETE', path: '/drafts', handler: this.discard },
        ],
      },
    ];
  }

  drafts() {
    return this.posts.drafts();
  }

  discard() {
    return this.posts.discardDrafts();
  }
}
