import { type Context, HttpError, inject, Log, type Middleware, type Next } from 'trellis';
import { ClientAddress } from './client-address.ts';

/** Logs who was let in, who was refused, and from where, but never their credentials. */
export class Audit implements Middleware {
  @inject(Log) private readonly log!: Log;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  async handle(ctx: Context, next: Next) {
    try {
      const result = await next();
      this.#record(ctx, ctx.response.status || (result === undefined ? 204 : 200));
      return result;
    } catch (error) {
      this.#record(ctx, error instanceof HttpError ? error.status : 500);
      throw error;
    }
  }

  #record(ctx: Context, status: number): void {
    const [, first, second] = ctx.request.path.split('/');
    const isRefusal = [401, 403, 429].includes(status);
    const isWatched = first === 'auth' || first === 'admin';
    if (status === 404 || (!isWatched && !isRefusal)) return;
    const fields = {
      // Not the whole path: a parameter may contain anything, even an API key that somebody put in the wrong place.
      event: `${ctx.request.method} /${first === 'auth' ? `auth/${second}` : first}`,
      status,
      address: this.address.of(ctx),
      user_id: ctx.get<string | undefined>('user_id'),
      email: ctx.get<string | undefined>('claimed_email'),
    };
    if (isRefusal) this.log.warn('authentication', fields);
    else this.log.info('authentication', fields);
  }
}
