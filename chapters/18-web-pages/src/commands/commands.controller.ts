import { type Context, type Controller, command, inject, type Route } from 'trellis';
import { ApiKeysService } from '../auth/api-keys.service.ts';
import { PostsService } from '../posts/posts.service.ts';
import { UsersService } from '../users/users.service.ts';

/** No guard stands here: whoever can run this can read the database as well. */
export class CommandsController implements Controller {
  @inject(PostsService) private readonly posts!: PostsService;
  @inject(UsersService) private readonly users!: UsersService;
  @inject(ApiKeysService) private readonly apiKeys!: ApiKeysService;

  routes(): Route[] {
    return [
      // Step 5: posts publish <id>, and users promote <email>.
      {
        path: 'keys',
        children: [{ path: 'revoke/:id', handler: command(this.revoke, { summary: 'end an API key' }) }],
      },
    ];
  }

  // Step 5: publish and promote.

  async revoke(ctx: Context) {
    const id = ctx.param('id');
    if (!(await this.apiKeys.withdraw(id))) throw new Error(`There is no key "${id}".`);
    return { id, revoked: true };
  }
}
