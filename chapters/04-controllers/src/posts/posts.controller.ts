import { randomUUID } from 'node:crypto';
import { type Context, type Controller, type Route, resource } from 'trellis';
import type { Post } from './post.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  readonly #posts = new Map<string, Post>();

  routes(): Route[] {
    return [
      ...resource('/posts', this),
      // Step 6: the group for whoever runs the blog.
    ];
  }

  index() {
    return [...this.#posts.values()];
  }

  show(ctx: Context) {
    const post = this.#posts.get(ctx.param('id'));
    if (!post) return ctx.status(404).json({ error: 'Post not found' });
    return post;
  }

  async create(ctx: Context) {
    const { title, content } = JSON.parse(String(await ctx.request.body()));
    const post: Post = {
      id: randomUUID(),
      title,
      content,
      published: false,
      created_at: new Date().toISOString(),
      updated_at: new Date().toISOString(),
    };
    this.#posts.set(post.id, post);
    return ctx.status(201).json(post);
  }

  // Step 4: update, the post as the body says it is.

  // Step 5: delete, and nothing to say.

  // Step 6: drafts, the posts that are not published.
}
