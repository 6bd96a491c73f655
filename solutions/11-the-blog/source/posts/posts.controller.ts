// #region step-4
import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
// #starter
// import { type Context, type Controller, inject, type Route } from 'trellis';
// #endregion
import { BearerAuth } from '../auth/bearer-auth.ts';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts', handler: this.index },
      { method: 'GET', path: '/posts/:id', handler: this.show },
      // #region step-1
      {
        path: '',
        middlewares: [BearerAuth],
        children: [
          { method: 'POST', path: '/posts', handler: this.create },
          { method: 'PUT', path: '/posts/:id', handler: this.update },
          { method: 'DELETE', path: '/posts/:id', handler: this.delete },
          // #endregion
          // #region step-5
          { method: 'GET', path: '/my-posts', handler: this.mine },
          // #endregion
          // #region step-1
        ],
      },
      // #starter
      // // Step 1: one group for all routes that need a token.
      // { method: 'POST', path: '/posts', middlewares: [BearerAuth], handler: this.create },
      // { method: 'PUT', path: '/posts/:id', handler: this.update },
      // { method: 'DELETE', path: '/posts/:id', handler: this.delete },
      // #endregion
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
    // #region step-4
    return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')).catch(storeFailed));
    // #starter
    // // Step 4: an error of the database.
    // return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));
    // #endregion
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    // #region step-4
    return this.posts.update(ctx.param('id'), body).catch(storeFailed);
    // #starter
    // // Step 4: an error of the database.
    // return this.posts.update(ctx.param('id'), body);
    // #endregion
  }

  delete(ctx: Context) {
    // #region step-4
    return this.posts.delete(ctx.param('id')).catch(storeFailed);
    // #starter
    // // Step 4: an error of the database.
    // return this.posts.delete(ctx.param('id'));
    // #endregion
  }

  // #region step-5
  mine(ctx: Context) {
    return this.posts.byAuthor(ctx.get<string>('user_id'));
  }
  // #starter
  // // Step 5: the handler of GET /my-posts.
  // #endregion
}

// #region step-4
/** The contract sends the error message of the database to the client. */
function storeFailed(error: unknown): never {
  throw new HttpError(500, (error as Error).message, { cause: error });
}
// #starter
// // Step 4: turn an error of the database into a response.
// #endregion
