import { type Context, type Controller, inject, type Route, resource } from 'trellis';
import { PostsService } from './posts.service.ts';

const largestPage = 100;

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return resource('/posts', this);
  }

  async index(ctx: Context) {
    const asked = ctx.query('limit');
    if (ctx.request.queries().limit === undefined) return this.posts.list();
    const limit = Number(asked);
    if (!Number.isInteger(limit) || limit < 1)
      return ctx.status(400).json({ error: 'limit must be an integer above 0' });
    const size = Math.min(limit, largestPage);
    const [time, id] = [ctx.query('time'), ctx.query('id')];
    const { posts, hasMore } = await this.posts.page(size, time === '' ? undefined : { created_at: time, id });
    const last = posts.at(-1);
    if (hasMore && last !== undefined) {
      const query = new URLSearchParams({ limit: String(size), time: last.created_at, id: last.id });
      ctx.response.setHeader('Link', `</posts?${query}>; rel="next"`);
    }
    return posts;
  }

  async show(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }

  async create(ctx: Context) {
    const { title, content } = JSON.parse(String(await ctx.request.body()));
    return ctx.status(201).json(await this.posts.create({ title, content }));
  }

  async update(ctx: Context) {
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    return this.posts.update(ctx.param('id'), { title, content, published });
  }

  delete(ctx: Context) {
    return this.posts.delete(ctx.param('id'));
  }
}
