import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { byVersion, KnownVersions } from '../auth/by-version.ts';
import { postIn1 } from '../auth/version-1.ts';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import type { Post } from './post.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    const index = byVersion(
      () => this.index(),
      async () => (await this.index()).map(postIn1),
    );
    const show = byVersion(
      (ctx) => this.show(ctx),
      async (ctx) => postIn1(await this.show(ctx)),
    );
    return [
      { method: 'GET', path: '/posts', middlewares: [KnownVersions], handler: index },
      { method: 'GET', path: '/posts/:id', middlewares: [KnownVersions], handler: show },
      {
        path: '',
        middlewares: [KnownVersions, BearerAuth],
        children: [
          { method: 'POST', path: '/posts', handler: this.create },
          { method: 'PUT', path: '/posts/:id', handler: this.update },
          { method: 'DELETE', path: '/posts/:id', handler: this.delete },
          { method: 'GET', path: '/my-posts', handler: this.mine },
        ],
      },
    ];
  }

  index() {
    return this.posts.list();
  }

  async show(ctx: Context): Promise<Post> {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) throw new HttpError(404, 'Post not found');
    return post;
  }

  async create(ctx: Context) {
    const body = await ctx.bind(CreatePostDTO);
    return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')).catch(storeFailed));
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    return this.posts.update(ctx.param('id'), body).catch(storeFailed);
  }

  delete(ctx: Context) {
    return this.posts.delete(ctx.param('id')).catch(storeFailed);
  }

  mine(ctx: Context) {
    return this.posts.byAuthor(ctx.get<string>('user_id'));
  }
}

/** The contract sends the error message of the database to the client. */
function storeFailed(error: unknown): never {
  throw new HttpError(500, (error as Error).message, { cause: error });
}
