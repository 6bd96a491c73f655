import { type Controller, inject, type Route } from 'trellis';
import { PostsService } from '../posts/posts.service.ts';

/** Lists and discards the drafts of the blog. */
export class AdminController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      {
        path: '/admin',
        children: [
          { method: 'GET', path: '/drafts', handler: this.drafts },
          { method: 'DELETE', path: '/drafts', handler: this.discard },
          { method: 'GET', path: '/history', handler: this.history },
        ],
      },
    ];
  }

  drafts() {
    return this.posts.drafts();
  }

  history() {
    return this.posts.history();
  }

  discard() {
    return this.posts.discardDrafts();
  }
}
