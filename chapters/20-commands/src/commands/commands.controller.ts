import { type Context, type Controller, command, Database, inject, Log, type Route } from 'trellis';
import { ApiKeysService } from '../auth/api-keys.service.ts';
import { TokenCutoffs } from '../auth/token-cutoffs.ts';
import { PostsService } from '../posts/posts.service.ts';
import { UsersService } from '../users/users.service.ts';
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
      // Step 1: posts publish <id>.
      // Step 2: posts list, next to publish.
      // Step 3: users promote <email>.
    ];
  }

  async revoke(ctx: Context) {
    const id = ctx.param('id');
    if (!(await this.apiKeys.withdraw(id))) throw new Error(`There is no key "${id}".`);
    return { id, revoked: true };
  }

  // Step 1: publish.

  // Step 2: list.

  // Step 3: promote.
}
