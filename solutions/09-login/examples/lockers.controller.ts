import { type Context, type Controller, inject, type Route } from 'trellis';
import { BcryptPool } from '../src/auth/bcrypt-pool.ts';
import { OpenDTO } from './lockers.dto.ts';
import { LockersService } from './lockers.service.ts';

export class LockersController implements Controller {
  @inject(LockersService) private readonly lockers!: LockersService;
  @inject(BcryptPool) private readonly threads!: BcryptPool;

  routes(): Route[] {
    return [{ method: 'POST', path: '/lockers/open', handler: this.open }];
  }

  async open(ctx: Context) {
    const { label, combination } = await ctx.bind(OpenDTO);
    const row = await this.lockers.findByLabel(label);
    const opens = row !== undefined && (await this.threads.compare(combination, row.combination, 12, ctx.signal));
    if (!opens) return ctx.status(401).json({ error: 'wrong label or combination' });
    return { opened: row.label };
  }
}
