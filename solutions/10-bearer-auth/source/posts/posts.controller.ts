import { type Context, type Controller, inject, type Route } from 'trellis';
// #region step-4
import { BearerAuth } from '../auth/bearer-auth.ts';
// #endregion
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts', handler: this.index },
      { method: 'GET', path: '/posts/:id', handler: this.show },
      // #region step-4
      { method: 'POST', path: '/posts', middlewares: [BearerAuth], handler: this.create },
      // #starter
      // // Step 4: the middleware of this route.
      // { method: 'POST', path: '/posts', handler: this.create },
      // #endregion
      { method: 'PUT', path: '/posts/:id', handler: this.update },
      { method: 'DELETE', path: '/posts/:id', handler: this.delete },
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
    // #region step-6
    return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));
    // #starter
    // // Step 6: pass the id of the author.
    // return ctx.status(201).json(await this.posts.create(body));
    // #endregion
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    return this.posts.update(ctx.param('id'), body);
  }

  delete(ctx: Context) {
    return this.posts.delete(ctx.param('id'));
  }
}
