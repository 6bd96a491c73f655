import { type Context, type Controller, inject, type Route, resource } from 'trellis';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return resource('/posts', this);
  }

  index() {
    return this.posts.list();
  }

  async show(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }

  async create(ctx: Context) {
    // Step 1: bind the body instead.
    const body = JSON.parse(String(await ctx.request.body()));
    return ctx.status(201).json(await this.posts.create(body));
  }

  async update(ctx: Context) {
    // Step 2: bind the body instead.
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    return this.posts.update(ctx.param('id'), { title, content, published });
  }

  delete(ctx: Context) {
    return this.posts.delete(ctx.param('id'));
  }
}
