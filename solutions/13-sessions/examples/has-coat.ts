import { type Context, inject, type Middleware, type Next } from 'trellis';
import { CloakroomService } from './cloakroom.service.ts';

/** Lets a guest pass whose coat hangs here. */
export class HasCoat implements Middleware {
  @inject(CloakroomService) private readonly cloakroom!: CloakroomService;

  async handle(ctx: Context, next: Next) {
    const coat = await this.cloakroom.find(ctx.cookie('ticket'));
    if (coat === undefined) return ctx.status(403).json({ error: 'Hang up your coat first' });
    ctx.set('colour', coat.colour);
    return next();
  }
}
