import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { inPages } from '../paging/page.ts';
import { PostsService } from '../posts/posts.service.ts';
import { deprecated } from './deprecated.ts';
import { toPostV2 } from './post-v2.ts';

/** Two versions of the API side by side. Clients of version 1 can use it until its sunset date. */
export class ApiController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      {
        path: '/api',
        middlewares: [anyone],
        children: [
          {
            path: '/v1',
            middlewares: [deprecated],
            children: [
              { method: 'GET', path: '/posts', handler: this.listV1 },
              { method: 'GET', path: '/posts/:id', handler: this.showV1 },
            ],
          },
          {
            path: '/v2',
            children: [
              { method: 'GET', path: '/posts', handler: this.listV2 },
              { method: 'GET', path: '/posts/:id', handler: this.showV2 },
            ],
          },
        ],
      },
    ];
  }

  listV1(ctx: Context) {
    return inPages(ctx, (page) => this.posts.list(page));
  }

  async showV1(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) throw new HttpError(404, 'Post not found');
    return post;
  }

  async listV2(ctx: Context) {
    const posts = await inPages(ctx, (page) => this.posts.list(page));
    return { data: posts.map(toPostV2), count: posts.length };
  }

  async showV2(ctx: Context) {
    const post = await this.posts.find(ctx.param('id'));
    if (post === undefined) throw new HttpError(404, 'Post not found');
    return { data: toPostV2(post) };
  }
}
