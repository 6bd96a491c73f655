import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { anyone } from '../auth/policies.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { ReactionDTO } from './reaction.dto.ts';
import { isKind, ReactionsService } from './reactions.service.ts';

/** What readers think of a post, with one click. */
export class ReactionsController implements Controller {
  @inject(ReactionsService) private readonly reactions!: ReactionsService;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/posts/:id/reactions', middlewares: [anyone], handler: this.show },
      {
        method: 'PUT',
        path: '/posts/:id/reactions',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
        handler: this.react,
      },
    ];
  }

  show(ctx: Context) {
    return this.reactions.countsOf(ctx.param('id'));
  }

  async react(ctx: Context) {
    const { kind } = await ctx.bind(ReactionDTO);
    if (!isKind(kind)) throw new HttpError(400, 'Invalid request');
    const counts = await this.reactions.set(ctx.param('id'), ctx.get<string>('user_id'), kind);
    if (counts === undefined) throw new HttpError(404, 'Post not found');
    return counts;
  }
}
