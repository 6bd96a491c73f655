import { type Context, type Controller, command, Database, inject, Log, type Route, UsageError } from 'trellis';
import { ApiKeysService } from '../auth/api-keys.service.ts';
import { operator } from '../auth/caller.ts';
import { TokenCutoffs } from '../auth/token-cutoffs.ts';
import { PostsService } from '../posts/posts.service.ts';
import { UsersService } from '../users/users.service.ts';
import { ListDTO } from './list.dto.ts';
import { Terminal } from './terminal.ts';

/** No middleware protects these: anyone who can run them can open the database file as well. */
export class CommandsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(UsersService) private readonly users!: UsersService;
  @inject(ApiKeysService) private readonly apiKeys!: ApiKeysService;
  @inject(TokenCutoffs) private readonly cutoffs!: TokenCutoffs;
  @inject(Database) private readonly db!: Database;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Log) private readonly log!: Log;

  routes(): Route[] {
    return [
      {
        path: 'keys',
        children: [{ path: 'revoke/:id', handler: command(this.revoke, { summary: 'revoke an API key' }) }],
      },
      {
        path: 'posts',
        children: [
          { path: 'publish/:id', handler: command(this.publish, { summary: 'publish a post' }) },
          {
            path: 'list',
            handler: command(this.list, {
              summary: 'list posts, newest first',
              options: {
                '--drafts': 'drafts instead of published posts',
                '--limit=<n>': 'at most this many, 20 if not given',
                '--json': 'print JSON, even on a terminal',
              },
            }),
          },
        ],
      },
      {
        path: 'users',
        children: [
          {
            path: 'promote/:email',
            handler: command(this.promote, { summary: 'make a user an admin', options: { '--yes': "don't ask" } }),
          },
        ],
      },
    ];
  }

  async revoke(ctx: Context) {
    const id = ctx.param('id');
    if (!(await this.apiKeys.withdraw(id))) throw new Error(`There is no key "${id}".`);
    return { id, revoked: true };
  }

  async publish(ctx: Context) {
    const post = await this.posts.publish(ctx.param('id'), operator);
    if (post === undefined) throw new Error(`There is no post "${ctx.param('id')}".`);
    const { id, title, published } = post;
    return { id, title, published };
  }

  async list(ctx: Context) {
    const { drafts, json, limit } = await ctx.bind(ListDTO);
    const most = limit || 20;
    const found = await this.posts.latest({ published: !drafts, limit: most + 1 });
    if (found.length > most) this.terminal.note(`Only the newest ${most} are shown. Use --limit to see more.`);
    const posts = found
      .slice(0, most)
      .map(({ id, title, author, created_at }) => ({ id, title, author: author?.name, created_at }));
    return json ? this.terminal.json(posts) : posts;
  }

  async promote(ctx: Context) {
    const email = ctx.param('email');
    const user = await this.users.findByEmail(email);
    if (user === undefined) throw new Error(`Nobody is registered as "${email}".`);
    if (ctx.query('yes') !== 'true' && !(await this.#confirms(`Make ${user.name} <${user.email}> an admin?`))) {
      throw new Error('Nothing was changed.');
    }
    const { id } = user;
    await this.db.transaction(async (tx) => {
      await this.users.changeRole(id, 'admin', tx);
      // The user's existing tokens still contain the old role.
      await this.cutoffs.set(id, tx);
    });
    this.log.warn('role changed', { id, role: 'admin', by: 'cli' });
    return { id, email: user.email, role: 'admin' };
  }

  async #confirms(question: string): Promise<boolean> {
    if (!this.terminal.isInteractive) throw new UsageError('There is nobody to ask. Add --yes if you are sure.');
    return /^y(es)?$/i.test((await this.terminal.ask(`${question} [y/N] `)).trim());
  }
}
