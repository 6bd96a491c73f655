import { type Context, type Controller, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
// #region step-2
import { callerOf } from '../auth/caller.ts';
// #endregion
// #region step-4
import { anyone } from '../auth/policies.ts';
// #endregion
import { SessionAuth } from '../auth/session-auth.ts';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      // #region step-4
      { method: 'GET', path: '/posts', middlewares: [anyone], handler: this.index },
      { method: 'GET', path: '/posts/:id', middlewares: [anyone], handler: this.show },
      // #starter
      // { method: 'GET', path: '/posts', handler: this.index },
      // { method: 'GET', path: '/posts/:id', handler: this.show },
      // // For the newsletter.
      // { method: 'GET', path: '/export/posts', handler: this.export },
      // #endregion
      {
        path: '',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
        children: [
          { method: 'POST', path: '/posts', handler: this.create },
          { method: 'PUT', path: '/posts/:id', handler: this.update },
          { method: 'DELETE', path: '/posts/:id', handler: this.delete },
          { method: 'GET', path: '/my-posts', handler: this.mine },
          // #region step-3
          { method: 'GET', path: '/my-posts/:id', handler: this.showMine },
          // #starter
          // // Step 3: one of my posts.
          // #endregion
        ],
      },
    ];
  }

  index() {
    return this.posts.list();
  }

  async show(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    return post ?? notFound(ctx);
  }

  // #region step-4
  // #starter
  // export() {
  //   return this.posts.everything();
  // }
  //
  // #endregion
  async create(ctx: Context) {
    const body = await ctx.bind(CreatePostDTO);
    return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));
  }

  // #region step-2
  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    const post = await this.posts.update(ctx.param('id'), body, callerOf(ctx));
    return post ?? notFound(ctx);
  }

  async delete(ctx: Context) {
    const isDeleted = await this.posts.delete(ctx.param('id'), callerOf(ctx));
    return isDeleted ? ctx.status(204) : notFound(ctx);
  }
  // #starter
  // // Step 2: only for the author, and for admins.
  // async update(ctx: Context) {
  //   const body = await ctx.bind(UpdatePostDTO);
  //   const post = await this.posts.update(ctx.param('id'), body);
  //   return post ?? notFound(ctx);
  // }
  //
  // async delete(ctx: Context) {
  //   const isDeleted = await this.posts.delete(ctx.param('id'));
  //   return isDeleted ? ctx.status(204) : notFound(ctx);
  // }
  // #endregion

  mine(ctx: Context) {
    return this.posts.byAuthor(ctx.get<string>('user_id'));
  }
  // #region step-3

  async showMine(ctx: Context) {
    const post = await this.posts.findMine(ctx.param('id'), ctx.get<string>('user_id'));
    return post ?? notFound(ctx);
  }
  // #endregion
}

function notFound(ctx: Context) {
  return ctx.status(404).json({ error: 'Post not found' });
}
