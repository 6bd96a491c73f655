import { type Context, type Controller, inject, type Route, resource } from 'trellis';
import { readCursor, writeCursor } from './cursor.ts';
import type { Post } from './post.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return resource('/posts', this);
  }

  async index(ctx: Context) {
    const { limit, cursor } = ctx.request.queries();
    if (limit === undefined) return this.posts.list();
    const size = sizeOf(limit);
    const place = cursor === undefined ? undefined : readCursor(cursor);
    if (cursor !== undefined && place === undefined) return ctx.status(400).json({ error: 'Unknown cursor' });
    const page = await (place === undefined ? this.posts.first(size) : this.posts.after(place, size));
    await this.#link(ctx, page, size);
    return page;
  }

  /** A second query finds out whether the page is the last one. */
  async #link(ctx: Context, page: Post[], size: number): Promise<void> {
    const last = page.at(-1);
    if (last === undefined) return;
    const more = await this.posts.after({ time: last.created_at, id: last.id }, 1);
    if (more.length > 0) ctx.response.setHeader('Link', `<?limit=${size}&cursor=${writeCursor(last)}>; rel="next"`);
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

/** Whatever a client asks for, a page has 1 to 100 posts. */
function sizeOf(limit: string): number {
  const wanted = Math.trunc(Number(limit));
  return Number.isNaN(wanted) ? 20 : Math.min(100, Math.max(1, wanted));
}
