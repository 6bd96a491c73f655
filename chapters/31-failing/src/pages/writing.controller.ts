import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { callerOf } from '../auth/caller.ts';
import { type Page, pageOf } from '../paging/page.ts';
import { CreatePostDTO } from '../posts/post.dto.ts';
import { PostsService } from '../posts/posts.service.ts';
import { setNotice } from './flash.ts';
import { problemsOf } from './form.ts';
import { SignedIn } from './signed-in.ts';
import { myPostsView, writeView } from './writing.views.ts';

/** What the form shows again if it was refused. */
class PostInput {
  @field() title!: string;
  @field() content!: string;
}

/** What users do with their own posts. */
export class WritingController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;

  routes(): Route[] {
    return [
      {
        path: '/my-posts',
        middlewares: [SignedIn],
        children: [
          { method: 'GET', path: '', handler: this.index },
          { method: 'GET', path: '/new', handler: this.form },
          { method: 'POST', path: '', handler: this.create },
          { method: 'POST', path: '/:id/publish', handler: this.publish },
        ],
      },
    ];
  }

  async index(ctx: Context) {
    const mine = (page: Page) => this.posts.byAuthor(ctx.get<string>('user_id'), page);
    const { entries, next } = await pageOf(ctx, mine);
    return { ...myPostsView(ctx, entries), next };
  }

  form(ctx: Context) {
    return writeView(ctx, { title: '', content: '' });
  }

  async create(ctx: Context) {
    const input = await ctx.bind(PostInput);
    let body: CreatePostDTO;
    try {
      body = await ctx.bind(CreatePostDTO);
    } catch (error) {
      const problems = problemsOf(error);
      ctx.status(422);
      return writeView(ctx, input, problems);
    }
    await this.posts.create(body, ctx.get<string>('user_id'));
    setNotice(ctx, 'draft-saved');
    return ctx.redirect('/my-posts', 303);
  }

  async publish(ctx: Context) {
    const post = await this.posts.publish(ctx.param('id'), callerOf(ctx));
    // Not 403, which would tell a stranger that this draft exists.
    if (post === undefined) throw new HttpError(404, 'Post not found');
    setNotice(ctx, 'published');
    return ctx.redirect(`/posts/${post.id}`, 303);
  }
}
