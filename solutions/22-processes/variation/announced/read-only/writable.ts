import { type Context, inject, type Middleware, type Next } from 'trellis';
import { ReadOnly } from './read-only.ts';

/** Lets a request pass unless the blog is read-only. */
export class Writable implements Middleware {
  @inject(ReadOnly) private readonly readOnly!: ReadOnly;

  async handle(ctx: Context, next: Next) {
    if (!(await this.readOnly.isOn())) return next();
    ctx.response.setHeader('Retry-After', '60');
    return ctx.status(503).json({ error: 'Service Unavailable' });
  }
}
