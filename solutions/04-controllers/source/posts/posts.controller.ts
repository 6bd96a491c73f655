// #region step-2
import { randomUUID } from 'node:crypto';
// #endregion
// #region step-1
import { type Context, type Controller, type Route, resource } from 'trellis';
import type { Post } from './post.ts';
// #starter
// import type { Controller, Route } from 'trellis';
// #endregion

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  // #region step-1
  readonly #posts = new Map<string, Post>();
  // #starter
  // // Step 1: add a field for the posts.
  // #endregion

  routes(): Route[] {
    return [
      // #region step-1
      ...resource('/posts', this),
      // #starter
      // // Step 1: add the routes of the resource /posts.
      // #endregion
      // #region step-6
      {
        path: '/admin',
        children: [{ method: 'GET', path: '/drafts', handler: this.drafts }],
      },
      // #starter
      // // Step 6: add the group /admin.
      // #endregion
    ];
  }

  // #region step-1
  index() {
    return [...this.#posts.values()];
  }
  // #starter
  // // Step 1: add index, which returns all posts as an array.
  // #endregion

  // #region step-3
  show(ctx: Context) {
    const post = this.#posts.get(ctx.param('id'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }
  // #starter
  // // Step 3: add show, which returns one post or responds with 404.
  // #endregion

  // #region step-2
  async create(ctx: Context) {
    const { title, content } = JSON.parse(String(await ctx.request.body()));
    const now = new Date().toISOString();
    const post: Post = { id: randomUUID(), title, content, published: false, created_at: now, updated_at: now };
    this.#posts.set(post.id, post);
    return ctx.status(201).json(post);
  }
  // #starter
  // // Step 2: add create, which makes a post from the request body.
  // #endregion

  // #region step-4
  async update(ctx: Context) {
    const { title, content, published = false } = JSON.parse(String(await ctx.request.body()));
    const post = this.#posts.get(ctx.param('id'));
    if (post === undefined) throw new Error('record not found');
    return Object.assign(post, { title, content, published, updated_at: new Date().toISOString() });
  }
  // #starter
  // // Step 4: add update, which replaces a post with what the body says.
  // #endregion

  // #region step-5
  delete(ctx: Context) {
    this.#posts.delete(ctx.param('id'));
  }
  // #starter
  // // Step 5: add delete, which removes a post and returns nothing.
  // #endregion

  // #region step-6
  drafts() {
    return this.index().filter((post) => !post.published);
  }
  // #starter
  // // Step 6: add drafts, which returns the posts that are not published.
  // #endregion
}
