import { type Context, type Controller, inject, type Route } from 'trellis';
import { text, wrapped } from '../http/body.ts';
import { callerOf, Recognize, RequireUser, viewerOf } from '../users/authentication.ts';
import { CommentsService } from './comments.service.ts';

/** The body of POST …/comments. */
const NewComment = wrapped('comment', { body: text(10_000) });

/** Comments, over HTTP. */
export class CommentsController implements Controller {
  @inject(CommentsService) private readonly comments!: CommentsService;

  routes(): Route[] {
    return [
      {
        path: '/api/articles/:slug/comments',
        middlewares: [Recognize],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'POST', path: '', middlewares: [RequireUser], handler: this.create },
          { method: 'DELETE', path: '/:id', middlewares: [RequireUser], handler: this.delete },
        ],
      },
    ];
  }

  async index(ctx: Context) {
    return { comments: await this.comments.list(ctx.param('slug'), viewerOf(ctx)) };
  }

  async create(ctx: Context) {
    const { comment } = await ctx.bind(NewComment);
    const created = await this.comments.create(ctx.param('slug'), comment.body, callerOf(ctx));
    return ctx.status(201).json({ comment: created });
  }

  async delete(ctx: Context) {
    await this.comments.delete(ctx.param('slug'), idOf(ctx), callerOf(ctx));
  }
}

/** No comment has an id that isn't a number, or one that is too large for JavaScript. 0 is nobody's either. */
function idOf(ctx: Context): number {
  return /^\d{1,15}$/.test(ctx.param('id')) ? Number(ctx.param('id')) : 0;
}
