// #region step-3
import { type Context, field, HttpError, inject, Log, type Middleware, type Next } from 'trellis';
import { ClientAddress } from './client-address.ts';

/** All that is read of a body here: who claims to be asking. */
class ClaimDTO {
  @field('email') email!: string;
}

/** Writes down who came in, who was turned away, and from where. Never what they came with. */
export class Audit implements Middleware {
  @inject(Log) private readonly log!: Log;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  async handle(ctx: Context, next: Next) {
    try {
      const answer = await next();
      await this.#record(ctx, ctx.response.status || (answer === undefined ? 204 : 200));
      return answer;
    } catch (error) {
      await this.#record(ctx, error instanceof HttpError ? error.status : 500);
      throw error;
    }
  }

  async #record(ctx: Context, status: number): Promise<void> {
    const [, first, second] = ctx.request.path.split('/');
    const isRefusal = [401, 403, 429].includes(status);
    if (status === 404 || (first !== 'auth' && !isRefusal)) return;
    // Not the whole path: what stands in a parameter might be anything, a key in the wrong place for one.
    const event = `${ctx.request.method} /${first === 'auth' ? `auth/${second}` : first}`;
    const claim = first === 'auth' ? await ctx.bind(ClaimDTO).catch(() => undefined) : undefined;
    const fields = {
      event,
      status,
      address: this.address.of(ctx),
      user_id: ctx.get<string | undefined>('user_id'),
      email: claim?.email.slice(0, 254),
    };
    if (isRefusal) this.log.warn('authentication', fields);
    else this.log.info('authentication', fields);
  }
}
// #endregion
