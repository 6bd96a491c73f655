import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { anyone } from '../auth/policies.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { inPages } from '../paging/page.ts';
import { CommentDTO } from './comment.dto.ts';
import { CommentsService } from './comments.service.ts';

/** What readers write below a post. */
export class CommentsController implements Controller {
  @inject(CommentsService) private readonly comments!: CommentsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts/:id/comments', middlewares: [anyone], handler: this.index },
      {
        method: 'POST',
        path: '/posts/:id/comments',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
        handler: this.create,
      },
    ];
  }

  index(ctx: Context) {
    return inPages(ctx, (page) => this.comments.byPost(ctx.param('id'), page));
  }

  async create(ctx: Context) {
    const { content } = await ctx.bind(CommentDTO);
    const comment = await this.comments.create(ctx.param('id'), content, ctx.get<string>('user_id'));
    if (comment === undefined) throw new HttpError(404, 'Post not found');
    return ctx.status(201).json(comment);
  }
}
