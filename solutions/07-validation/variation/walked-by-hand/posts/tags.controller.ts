import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { PostsService } from './posts.service.ts';
import { readTags } from './read-tags.ts';
import { TagsService } from './tags.service.ts';

/** The tags of a post, over HTTP. */
export class TagsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(TagsService) private readonly tags!: TagsService;

  routes(): Route[] {
    return [
      {
        path: '/posts/:post/tags',
        children: [
          { method: 'GET', path: '', handler: this.show },
          { method: 'PUT', path: '', handler: this.replace },
        ],
      },
    ];
  }

  async show(ctx: Context) {
    return this.tags.of(await this.#post(ctx));
  }

  async replace(ctx: Context) {
    const post = await this.#post(ctx);
    const tags = readTags(String(await ctx.request.body()));
    if (tags === undefined) throw new HttpError(400, 'Invalid request');
    await this.tags.replace(post, tags);
    return tags;
  }

  async #post(ctx: Context): Promise<string> {
    const id = ctx.param('post');
    if (await this.posts.find(id)) return id;
    throw new HttpError(404, 'Post not found');
  }
}
