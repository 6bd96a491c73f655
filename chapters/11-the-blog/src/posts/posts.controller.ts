import { type Context, type Controller, inject, type Route } from 'trellis';
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
      // Step 1: one group for all routes that need a token.
      { method: 'POST', path: '/posts', middlewares: [BearerAuth], handler: this.create },
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
    // Step 4: an error of the database.
    return ctx.status(201).json(await this.posts.create(body, ctx.get<string>('user_id')));
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    // Step 4: an error of the database.
    return this.posts.update(ctx.param('id'), body);
  }

  delete(ctx: Context) {
    // Step 4: an error of the database.
    return this.posts.delete(ctx.param('id'));
  }

  // Step 5: the handler of GET /my-posts.
}

// Step 4: turn an error of the database into a response.
