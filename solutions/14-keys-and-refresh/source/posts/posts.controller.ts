import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts', handler: this.index },
      { method: 'GET', path: '/posts/:id', handler: this.show },
      {
        path: '',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
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

  async show(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) return ctx.status(404).json({ error: 'Post not found' });
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
