import { type Context, HttpError, inject, Log, type Middleware, type Next } from 'trellis';
import { ClientAddress } from './client-address.ts';

/** Writes down who came in, who was turned away, and from where. Never what they came with. */
export class Audit implements Middleware {
  @inject(Log) private readonly log!: Log;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  async handle(ctx: Context, next: Next) {
    try {
      const answer = await next();
      this.#record(ctx, ctx.response.status || (answer === undefined ? 204 : 200));
      return answer;
    } catch (error) {
      this.#record(ctx, error instanceof HttpError ? error.status : 500);
      throw error;
    }
  }

  #record(ctx: Context, status: number): void {
    const [, first, second] = ctx.request.path.split('/');
    const isRefusal = [401, 403, 429].includes(status);
    if (status === 404 || (first !== 'auth' && !isRefusal)) return;
    const fields = {
      // Not the whole path: what stands in a parameter may be anything, a key in the wrong place for one.
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
