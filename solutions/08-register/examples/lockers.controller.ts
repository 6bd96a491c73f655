import { type Context, type Controller, field, inject, type Route } from 'trellis';
import { LabelTaken, LockersService } from './lockers.service.ts';

class LabelDTO {
  @field('required') label!: string;
}

export class LockersController implements Controller {
  @inject(LockersService) private readonly lockers!: LockersService;

  routes(): Route[] {
    return [{ method: 'PUT', path: '/lockers/:id/label', handler: this.rename }];
  }

  async rename(ctx: Context) {
    const { label } = await ctx.bind(LabelDTO);
    try {
      await this.lockers.rename(ctx.param('id'), label);
    } catch (error) {
      if (error instanceof LabelTaken) return ctx.status(409).json({ error: error.message });
      throw error;
    }
  }
}
