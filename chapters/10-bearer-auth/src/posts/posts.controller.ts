import { type Context, type Controller, inject, type Route, resource } from 'trellis';
import { CreatePostDTO, UpdatePostDTO } from './post.dto.ts';
import { PostsService } from './posts.service.ts';

/** The blog's posts, over HTTP. */
export class PostsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    // Step 4: the five routes, one of them with a middleware.
    return resource('/posts', this);
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
    // Step 6: pass the id of the author.
    return ctx.status(201).json(await this.posts.create(body));
  }

  async update(ctx: Context) {
    const body = await ctx.bind(UpdatePostDTO);
    return this.posts.update(ctx.param('id'), body);
  }

  delete(ctx: Context) {
    return this.posts.delete(ctx.param('id'));
  }
}
