import { createHash } from 'node:crypto';
import { type Context, type Controller, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { firstPage } from '../paging/page.ts';
import type { Post } from '../posts/post.ts';
import { PostsService } from '../posts/posts.service.ts';

const entries = 20;

/** The newest posts as a JSON Feed, for feed readers. They ask often, and mostly nothing has changed. */
export class FeedController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/feed.json', middlewares: [anyone], handler: this.show }];
  }

  async show(ctx: Context) {
    const posts = await this.posts.list({ ...firstPage, limit: entries });
    const text = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'The blog',
      items: posts.map(toItem),
    });
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    ctx.response.setHeader('ETag', etag);
    if (ctx.header('If-None-Match') === etag) return ctx.status(304);
    ctx.response.setHeader('Content-Type', 'application/feed+json');
    return ctx.send(text);
  }
}

function toItem({ id, title, content, author, created_at }: Post) {
  return { id, title, content_text: content, authors: [{ name: author?.name }], date_published: created_at };
}
