import { type Context, type Controller, inject, type Middleware, type Next, type Route } from 'trellis';
import { PostsService } from './posts.service.ts';
import { TagTree } from './tag-tree.ts';
import { TagsService } from './tags.service.ts';

/** The tags of a post, over HTTP. */
export class TagsController implements Controller, Middleware {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(TagsService) private readonly tags!: TagsService;

  routes(): Route[] {
    return [
      {
        path: '/posts/:id/tags',
        middlewares: [this],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'PUT', path: '', handler: this.update },
        ],
      },
    ];
  }

  /** Only for posts that exist. */
  async handle(ctx: Context, next: Next) {
    const post = await this.posts.find(ctx.param('id'));
    return post === undefined ? ctx.status(404).json({ error: 'Post not found' }) : next();
  }

  index(ctx: Context) {
    return this.tags.of(ctx.param('id'));
  }

  async update(ctx: Context) {
    const tags = await ctx.bind(TagTree);
    await this.tags.replace(ctx.param('id'), tags);
    return tags;
  }
}
