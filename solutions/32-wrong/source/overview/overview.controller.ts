import { type Context, type Controller, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { OverviewService } from './overview.service.ts';

/** Every reader's own page, over HTTP. */
export class OverviewController implements Controller {
  @inject(OverviewService) private readonly overview!: OverviewService;

  routes(): Route[] {
    const middlewares = [accept(BearerAuth, SessionAuth, ApiKeyAuth)];
    return [{ method: 'GET', path: '/overview', middlewares, handler: this.show }];
  }

  show(ctx: Context) {
    // Personal: neither a browser nor a proxy may keep it for somebody else.
    ctx.response.setHeader('Cache-Control', 'private, no-store');
    return this.overview.of(ctx.get<string>('user_id'));
  }
}
