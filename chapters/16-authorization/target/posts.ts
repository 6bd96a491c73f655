import { randomUUID } from 'node:crypto';
import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { Accounts } from './accounts.ts';

class PostDTO {
  @field('required,max=200') title!: string;
  @field('required') content!: string;
  @field('boolean') published!: boolean;
}

interface Post extends PostDTO {
  readonly id: string;
  readonly author: string;
}

/** The posts of the blog. Only its author may see a draft. */
export class PostsController implements Controller {
  @inject(Accounts) private readonly accounts!: Accounts;
  #posts: Post[] = [];

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts', handler: this.search },
      { method: 'GET', path: '/posts/:id', handler: this.show },
      { method: 'POST', path: '/posts', handler: this.create },
    ];
  }

  /** `?q=soup&page=2`: ten posts of those that contain the words, and how many there are. */
  search(ctx: Context) {
    const caller = this.accounts.caller(ctx);
    const words = ctx.query('q').toLowerCase();
    const found = this.#posts.filter(({ title, content }) => `${title}\n${content}`.toLowerCase().includes(words));
    const first = 10 * (Math.max(1, Number(ctx.queryDefault('page', '1')) || 1) - 1);
    const posts = found.filter((post) => isVisibleTo(caller, post)).slice(first, first + 10);
    return { total: found.length, posts };
  }

  show(ctx: Context) {
    const caller = this.accounts.caller(ctx);
    const post = this.#posts.find(({ id }) => id === ctx.param('id'));
    if (post === undefined || !isVisibleTo(caller, post)) throw new HttpError(404, 'Post not found');
    return post;
  }

  async create(ctx: Context) {
    const author = this.accounts.caller(ctx);
    const post = { id: randomUUID(), author, ...(await ctx.bind(PostDTO)) };
    this.#posts.push(post);
    return ctx.status(201).json(post);
  }
}

function isVisibleTo(caller: string, { author, published }: Post): boolean {
  return published || author === caller;
}
