import { type Context, inject, type Middleware, type Next } from 'trellis';
import { CloakroomService } from './cloakroom.service.ts';

/** Refuses guests who have no coat in the cloakroom. */
export class HasCoat implements Middleware {
  @inject(CloakroomService) private readonly cloakroom!: CloakroomService;

  async handle(ctx: Context, next: Next) {
    const coat = await this.cloakroom.find(ctx.cookie('ticket'));
    if (coat === undefined) return ctx.status(403).json({ error: 'Leave your coat first' });
    ctx.set('coat', coat);
    return next();
  }
}
