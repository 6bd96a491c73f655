import { type Context, type Controller, inject, type Middleware, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { PostsService } from '../posts/posts.service.ts';
import { DraftKeys } from './draft-keys.ts';

/** Lists and discards the drafts of the blog. */
export class AdminController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(BearerAuth) private readonly bearer!: BearerAuth;
  @inject(DraftKeys) private readonly keys!: DraftKeys;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/admin/drafts', middlewares: [this.keyOrToken()], handler: this.drafts },
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

  createKey(ctx: Context) {
    return ctx.status(201).json({ key: this.keys.issue() });
  }

  /** A valid key replaces the token, unless the request has an Authorization header. */
  keyOrToken(): Middleware {
    return {
      handle: (ctx, next) => {
        const isKeyed = ctx.header('Authorization') === '' && this.keys.isValid(ctx.header('Draft-Key'));
        return isKeyed ? next() : this.bearer.handle(ctx, next);
      },
    };
  }

  discard() {
    return this.posts.discardDrafts();
  }
}
