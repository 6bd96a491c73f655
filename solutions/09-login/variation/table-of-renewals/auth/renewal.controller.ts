import { type Context, type Controller, inject, type Route } from 'trellis';
import { Renewals } from './renewals.ts';

/** New tokens for old ones. */
export class RenewalController implements Controller {
  @inject(Renewals) private readonly renewals!: Renewals;

  routes(): Route[] {
    return [{ method: 'POST', path: '/auth/renew', handler: this.renew }];
  }

  async renew(ctx: Context) {
    const token = tokenIn(String(await ctx.request.body()));
    const renewed = token && (await this.renewals.renew(token));
    if (!renewed) return ctx.status(401).json({ error: 'invalid token' });
    return { token: renewed };
  }
}

function tokenIn(body: string): string | undefined {
  try {
    const { token } = JSON.parse(body);
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}
