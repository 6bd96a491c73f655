import { randomUUID } from 'node:crypto';
import type { Context, Controller, Middleware, Next, Route } from 'trellis';

interface Comment {
  id: string;
  post: string;
  name: string;
  text: string;
  created_at: string;
}

/** All comments of the blog. It knows nothing about posts, except how to find out whether one exists. */
export class Comments implements Controller {
  #all: Comment[] = [];
  readonly #exists: (post: string) => boolean;

  constructor(exists: (post: string) => boolean) {
    this.#exists = exists;
  }

  routes(): Route[] {
    return [
      {
        path: '/posts/:id/comments',
        middlewares: [needsPost(this.#exists)],
        children: [
          { method: 'GET', path: '', handler: (ctx: Context) => this.#all.filter(isOf(ctx)).map(shown) },
          { method: 'POST', path: '', handler: (ctx: Context) => this.#create(ctx) },
          { method: 'DELETE', path: '/:comment', handler: (ctx: Context) => this.#delete(ctx) },
        ],
      },
    ];
  }

  async #create(ctx: Context) {
    const { name, text } = JSON.parse(String(await ctx.request.body()));
    const created_at = new Date().toISOString();
    const comment = { id: randomUUID(), post: ctx.param('id'), name, text, created_at };
    this.#all.push(comment);
    return ctx.status(201).json(shown(comment));
  }

  #delete(ctx: Context): void {
    this.#all = this.#all.filter((comment) => !(isOf(ctx)(comment) && comment.id === ctx.param('comment')));
  }
}

function isOf(ctx: Context) {
  return ({ post }: Comment) => post === ctx.param('id');
}

function shown({ id, name, text, created_at }: Comment) {
  return { id, name, text, created_at };
}

function needsPost(exists: (post: string) => boolean): Middleware {
  return {
    handle: (ctx: Context, next: Next) =>
      exists(ctx.param('id')) ? next() : ctx.status(404).json({ error: 'Post not found' }),
  };
}
