import { type Context, type Controller, inject, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { PostsService } from '../posts/posts.service.ts';
import { ReadingService } from './reading.service.ts';

/** The list of the user who asks. No path contains another user. */
export class ReadingController implements Controller {
  @inject(ReadingService) private readonly reading!: ReadingService;
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      {
        path: '/reading-list',
        middlewares: [BearerAuth],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'PUT', path: '/:post', handler: this.add },
          { method: 'DELETE', path: '/:post', handler: this.remove },
        ],
      },
    ];
  }

  index(ctx: Context) {
    return this.reading.of(ctx.get<string>('user_id'));
  }

  async add(ctx: Context) {
    const post = await this.posts.find(ctx.param('post'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    await this.reading.add(ctx.get<string>('user_id'), post.id);
  }

  async remove(ctx: Context) {
    await this.reading.remove(ctx.get<string>('user_id'), ctx.param('post'));
  }
}
