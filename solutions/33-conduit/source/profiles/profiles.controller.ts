// #region step-1
import { type Context, type Controller, inject, type Route } from 'trellis';
import { callerOf, Recognize, RequireUser, viewerOf } from '../users/authentication.ts';
import { ProfilesService } from './profiles.service.ts';

/** Profiles and follows, over HTTP. */
export class ProfilesController implements Controller {
  @inject(ProfilesService) private readonly profiles!: ProfilesService;

  routes(): Route[] {
    return [
      {
        path: '/api/profiles/:username',
        middlewares: [Recognize],
        children: [
          { method: 'GET', path: '', handler: this.show },
          { method: 'POST', path: '/follow', middlewares: [RequireUser], handler: this.follow },
          { method: 'DELETE', path: '/follow', middlewares: [RequireUser], handler: this.unfollow },
        ],
      },
    ];
  }

  async show(ctx: Context) {
    return { profile: await this.profiles.show(ctx.param('username'), viewerOf(ctx)) };
  }

  async follow(ctx: Context) {
    return { profile: await this.profiles.follow(ctx.param('username'), callerOf(ctx)) };
  }

  async unfollow(ctx: Context) {
    return { profile: await this.profiles.unfollow(ctx.param('username'), callerOf(ctx)) };
  }
}
// #endregion
