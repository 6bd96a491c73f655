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
      {
        path: 'posts',
        children: [{ path: 'publish/:id', handler: command(this.publish, { summary: 'let everybody read a post' }) }],
      },
      {
        path: 'users',
        children: [{ path: 'promote/:email', handler: command(this.promote, { summary: 'make a user an admin' }) }],
      },
      {
        path: 'keys',
        children: [{ path: 'revoke/:id', handler: command(this.revoke, { summary: 'end an API key' }) }],
      },
    ];
  }

  async publish(ctx: Context) {
    const post = await this.posts.publish(ctx.param('id'));
    if (post === undefined) throw new Error(`There is no post "${ctx.param('id')}".`);
    const { id, title, published } = post;
    return { id, title, published };
  }

  async promote(ctx: Context) {
    const email = ctx.param('email');
    if (!(await this.users.setRole(email, 'admin'))) throw new Error(`Nobody is registered as "${email}".`);
    return { email, role: 'admin' };
  }

  async revoke(ctx: Context) {
    const id = ctx.param('id');
    if (!(await this.apiKeys.withdraw(id))) throw new Error(`There is no key "${id}".`);
    return { id, revoked: true };
  }
}
