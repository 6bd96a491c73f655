import { type Context, type Controller, HttpError, inject, type Route, resource } from 'trellis';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';
import { TagTree } from './tags.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      ...resource('/posts', this),
      { method: 'GET', path: '/posts/:id/tags', handler: this.tags },
      { method: 'PUT', path: '/posts/:id/tags', handler: this.setTags },
    ];
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
    const body = await ctx.bind(CreatePostDTO);
    return ctx.status(201).json(await this.posts.create(body));
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    return this.posts.update(ctx.param('id'), body);
  }

  async tags(ctx: Context) {
    await this.#existing(ctx);
    return this.posts.tags(ctx.param('id'));
  }

  async setTags(ctx: Context) {
    const tags = await ctx.bind(TagTree);
    await this.#existing(ctx);
    return this.posts.setTags(ctx.param('id'), tags);
  }

  async #existing(ctx: Context): Promise<void> {
    if ((await this.posts.find(ctx.param('id'))) === undefined) throw new HttpError(404, 'Post not found');
  }

  delete(ctx: Context) {
    return this.posts.delete(ctx.param('id'));
  }
}
