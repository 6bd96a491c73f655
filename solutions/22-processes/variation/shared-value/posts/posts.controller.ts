import { type Context, type Controller, inject, type Route } from 'trellis';
import { deprecated } from '../api/deprecated.ts';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { callerOf } from '../auth/caller.ts';
import { anyone } from '../auth/policies.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { inPages } from '../paging/page.ts';
import { Writable } from '../read-only/writable.ts';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts', middlewares: [anyone, deprecated], handler: this.index },
      { method: 'GET', path: '/posts/:id', middlewares: [anyone, deprecated], handler: this.show },
      {
        path: '',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
        children: [
          { method: 'POST', path: '/posts', middlewares: [Writable], handler: this.create },
          { method: 'PUT', path: '/posts/:id', middlewares: [Writable], handler: this.update },
          { method: 'DELETE', path: '/posts/:id', middlewares: [Writable], handler: this.delete },
          { method: 'GET', path: '/my-posts', handler: this.mine },
          { method: 'GET', path: '/my-posts/:id', handler: this.showMine },
        ],
      },
    ];
  }

  index(ctx: Context) {
    return inPages(ctx, (page) => this.posts.list(page));
  }

  async show(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    return post ?? notFound(ctx);
  }

  async create(ctx: Context) {
    const body = await ctx.bind(CreatePostDTO);
    return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    const post = await this.posts.update(ctx.param('id'), body, callerOf(ctx));
    return post ?? notFound(ctx);
  }

  async delete(ctx: Context) {
    const isDeleted = await this.posts.delete(ctx.param('id'), callerOf(ctx));
    return isDeleted ? ctx.status(204) : notFound(ctx);
  }

  mine(ctx: Context) {
    return inPages(ctx, (page) => this.posts.byAuthor(ctx.get<string>('user_id'), page));
  }

  async showMine(ctx: Context) {
    const post = await this.posts.findMine(ctx.param('id'), ctx.get<string>('user_id'));
    return post ?? notFound(ctx);
  }
}

function notFound(ctx: Context) {
  return ctx.status(404).json({ error: 'Post not found' });
}
