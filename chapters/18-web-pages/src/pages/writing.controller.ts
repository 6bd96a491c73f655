import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { type Page, pageOf } from '../paging/page.ts';
import { CreatePostDTO } from '../posts/post.dto.ts';
import { PostsService } from '../posts/posts.service.ts';
import { problemsOf } from './form.ts';
import { SignedIn } from './signed-in.ts';
import { myPostsView, writeView } from './writing.views.ts';

/** What the form shows again, whether it is good or not. */
class PostInput {
  @field() title!: string;
  @field() content!: string;
}

/** What only those may do who are signed in, and only with their own posts. */
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
          // Step 3: POST '', and POST '/:id/publish'.
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

  // Step 3: create and publish.
}
