import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { accept } from '../auth/accept.ts';
import { ApiKeyAuth } from '../auth/api-key-auth.ts';
import { BearerAuth } from '../auth/bearer-auth.ts';
import { SessionAuth } from '../auth/session-auth.ts';
import { ThanksDTO } from './points.dto.ts';
import { PointsService, type Refusal } from './points.service.ts';

const refusals: Record<Refusal, [status: number, message: string]> = {
  unknown: [404, 'User not found'],
  yourself: [400, 'Invalid request'],
  poor: [409, 'Not enough points'],
};

/** Points, with which readers thank each other. */
export class PointsController implements Controller {
  @inject(PointsService) private readonly points!: PointsService;

  routes(): Route[] {
    return [
      {
        path: '',
        middlewares: [accept(BearerAuth, SessionAuth, ApiKeyAuth)],
        children: [
          { method: 'GET', path: '/my-points', handler: this.mine },
          { method: 'POST', path: '/users/:id/thanks', handler: this.thank },
        ],
      },
    ];
  }

  async mine(ctx: Context) {
    return { points: await this.points.of(ctx.get<string>('user_id')) };
  }

  async thank(ctx: Context) {
    const { points } = await ctx.bind(ThanksDTO);
    const left = await this.points.give(ctx.get<string>('user_id'), ctx.param('id'), points);
    if (typeof left === 'number') return { points: left };
    const [status, message] = refusals[left];
    throw new HttpError(status, message);
  }
}
