import { type Context, type Controller, inject, type Route, resource } from 'trellis';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  // Step 1: the service, by injection. The posts themselves move there.
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      ...resource('/posts', this),
    ];
  }

  async index() {
    return await this.posts.list();
  }

  async show(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }

  async create(ctx: Context) {
    const { title, content } = JSON.parse(String(await ctx.request.body()));
    const post = await this.posts.create({ title, content });
    return ctx.status(201).json(post);
  }

  async update(ctx: Context) {
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    return this.posts.update(ctx.param('id'), { title, content, published });
  }

  async delete(ctx: Context) {
    await this.posts.delete(ctx.param('id'));
  }
}
