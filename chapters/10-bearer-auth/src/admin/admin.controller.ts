import { type Controller, inject, type Route } from 'trellis';
import { PostsService } from '../posts/posts.service.ts';

/** Lists and discards the drafts of the blog. */
export class AdminController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      {
        path: '/admin',
        // Step 1: the middleware of this group.
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
