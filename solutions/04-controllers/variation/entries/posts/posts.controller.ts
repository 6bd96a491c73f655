import { randomUUID } from 'node:crypto';
import { type Context, type Controller, HttpError, type Route, resource } from 'trellis';
import type { Comment, Entry } from './entry.ts';
import type { Post } from './post.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  readonly #entries = new Map<string, Entry>();

  routes(): Route[] {
    return [
      ...resource('/posts', this),
      { method: 'GET', path: '/posts/:id/comments', handler: this.comments },
      { method: 'POST', path: '/posts/:id/comments', handler: this.comment },
      { method: 'DELETE', path: '/posts/:id/comments/:comment', handler: this.uncomment },
      {
        path: '/admin',
        children: [{ method: 'GET', path: '/drafts', handler: this.drafts }],
      },
    ];
  }

  index() {
    return [...this.#entries.values()].map(({ post }) => post);
  }

  show(ctx: Context) {
    const post = this.#entries.get(ctx.param('id'))?.post;
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }

  async create(ctx: Context) {
    const { title, content } = JSON.parse(String(await ctx.request.body()));
    const now = new Date().toISOString();
    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };
    this.#entries.set(post.id, { post, comments: new Map() });
    return ctx.status(201).json(post);
  }

  async update(ctx: Context) {
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    const post = this.#entries.get(ctx.param('id'))?.post;
    if (post === undefined) throw new Error('record not found');
    return Object.assign(post, { title, content, published, updated_at: new Date().toISOString() });
  }

  delete(ctx: Context) {
    this.#entries.delete(ctx.param('id'));
  }

  comments(ctx: Context) {
    const entry = this.#entryOf(ctx);
    return [...entry.comments.values()];
  }

  async comment(ctx: Context) {
    const { name, text } = JSON.parse(String(await ctx.request.body()));
    const comment: Comment = { id: randomUUID(), name, text, created_at: new Date().toISOString() };
    this.#entryOf(ctx).comments.set(comment.id, comment);
    return ctx.status(201).json(comment);
  }

  uncomment(ctx: Context) {
    this.#entryOf(ctx).comments.delete(ctx.param('comment'));
  }

  #entryOf(ctx: Context): Entry {
    const entry = this.#entries.get(ctx.param('id'));
    if (entry === undefined) throw new HttpError(404, 'Post not found');
    return entry;
  }

  drafts() {
    return this.index().filter((post) => !post.published);
  }
}
