import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { pageOf } from '../paging/page.ts';
import { PostsService } from '../posts/posts.service.ts';
import { listView, postView } from './reading.views.ts';

/** The pages that everyone may read. */
export class ReadingController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/', handler: this.index },
      { method: 'GET', path: '/posts/:id', handler: this.show },
    ];
  }

  async index(ctx: Context) {
    const { entries, next } = await pageOf(ctx, (page) => this.posts.list(page));
    return { ...listView(entries), next };
  }

  async show(ctx: Context) {
    const [id, reader] = [ctx.param('id'), ctx.get<string | undefined>('user_id')];
    const post = (await this.posts.find(id)) ?? (reader && (await this.posts.findMine(id, reader)));
    // For everyone but its author, a draft is 404 and not 403, which would confirm that it exists.
    if (!post) throw new HttpError(404, 'Post not found');
    return postView(post);
  }
}
