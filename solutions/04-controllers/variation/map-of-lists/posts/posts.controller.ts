import { randomUUID } from 'node:crypto';
import { type Context, type Controller, type Route, resource } from 'trellis';
import type { Comment } from './comment.ts';
import type { Post } from './post.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  readonly #posts = new Map<string, Post>();
  /** By the id of their post. */
  readonly #comments = new Map<string, Comment[]>();

  routes(): Route[] {
    return [
      ...resource('/posts', this),
      {
        path: '/posts/:id/comments',
        children: [
          { method: 'GET', path: '', handler: this.comments },
          { method: 'POST', path: '', handler: this.addComment },
          { method: 'DELETE', path: '/:comment', handler: this.removeComment },
        ],
      },
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
    this.#comments.set(post.id, []);
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
    this.#comments.delete(ctx.param('id'));
  }

  comments(ctx: Context) {
    return this.#comments.get(ctx.param('id')) ?? noPost(ctx);
  }

  async addComment(ctx: Context) {
    const { name, text } = JSON.parse(String(await ctx.request.body()));
    const comments = this.#comments.get(ctx.param('id'));
    if (comments === undefined) return noPost(ctx);
    const comment: Comment = { id: randomUUID(), name, text, created_at: new Date().toISOString() };
    comments.push(comment);
    return ctx.status(201).json(comment);
  }

  removeComment(ctx: Context) {
    const comments = this.#comments.get(ctx.param('id'));
    if (comments === undefined) return noPost(ctx);
    const index = comments.findIndex(({ id }) => id === ctx.param('comment'));
    if (index >= 0) comments.splice(index, 1);
  }

  drafts() {
    return this.index().filter((post) => !post.published);
  }
}

function noPost(ctx: Context) {
  return ctx.status(404).json({ error: 'Post not found' });
}
