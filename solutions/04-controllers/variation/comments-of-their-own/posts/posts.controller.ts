import { randomUUID } from 'node:crypto';
import { type Context, type Controller, type Route, resource } from 'trellis';
import { Comments } from './comments.ts';
import type { Post } from './post.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  readonly #posts = new Map<string, Post>();
  readonly #comments = new Comments((id) => this.#posts.has(id));

  routes(): Route[] {
    return [
      ...resource('/posts', this),
      ...this.#comments.routes(),
      {
        path: '/admin',
        children: [{ method: 'GET', path: '/drafts', handler: this.drafts }],
      },
    ];
  }

  index() {
    return [...this.#posts.values()];
  }

  show(ctx: Context) {
    const post = this.#posts.get(ctx.param('id'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }

  async create(ctx: Context) {
    const { title, content } = JSON.parse(String(await ctx.request.body()));
    const now = new Date().toISOString();
    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };
    this.#posts.set(post.id, post);
    return ctx.status(201).json(post);
  }

  async update(ctx: Context) {
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    const post = this.#posts.get(ctx.param('id'));
    if (post === undefined) throw new Error('record not found');
    return Object.assign(post, { title, content, published, updated_at: new Date().toISOString() });
  }

  delete(ctx: Context) {
    this.#posts.delete(ctx.param('id'));
  }

  drafts() {
    return this.index().filter((post) => !post.published);
  }
}
