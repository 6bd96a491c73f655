import { type Context, type Controller, inject, type Route, resource } from 'trellis';
import { Places } from './places.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(Places) private readonly places!: Places;

  routes(): Route[] {
    return resource('/posts', this);
  }

  async index(ctx: Context) {
    const { limit, from } = ctx.request.queries();
    if (limit === undefined && from === undefined) return this.posts.list();
    const place = from === undefined ? undefined : this.places.at(from);
    if (from !== undefined && place === undefined) return ctx.status(410).json({ error: 'This page has expired' });
    const size = place?.limit ?? Number(limit);
    if (!/^\d{1,3}$/.test(String(size)) || size < 1 || size > 100)
      return ctx.status(400).json({ error: 'limit: 1 to 100' });
    const posts = await this.posts.from(place, size + 1);
    const next = posts[size];
    if (next !== undefined) {
      const name = this.places.keep({ time: next.created_at, id: next.id, limit: size });
      ctx.response.setHeader('Link', `</posts?from=${name}>; rel=next`);
    }
    return posts.slice(0, size);
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
