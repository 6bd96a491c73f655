import { type Context, type Controller, inject, type Route } from 'trellis';
import { OpenDTO } from './lockers.dto.ts';
import { Locksmith } from './locksmith.ts';

export class LockersController implements Controller {
  @inject(Locksmith) private readonly locksmith!: Locksmith;

  routes(): Route[] {
    return [{ method: 'POST', path: '/lockers/open', handler: this.open }];
  }

  async open(ctx: Context) {
    const locker = await this.locksmith.open(await ctx.bind(OpenDTO));
    if (locker === undefined) return ctx.status(401).json({ error: 'wrong label or combination' });
    return { opened: locker.label };
  }
}
