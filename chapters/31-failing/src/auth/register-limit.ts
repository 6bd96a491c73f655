import { type Context, HttpError, inject, KeyValue, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';
import { RegisterDTO } from './auth.dto.ts';
import { digest } from './digest.ts';

/** Registrations from one network per period, in seconds. */
const most = 30;
const period = 3_600;

/** Limits how many accounts one network can create. Each of them costs us a hash, and a row forever. */
export class RegisterLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  async handle(ctx: Context, next: Next) {
    const body = await ctx.bind(RegisterDTO).catch(() => undefined);
    // The handler refuses it, as its platform does.
    if (body === undefined) return next();
    ctx.set('claimed_email', body.email.toLowerCase());
    const key = `register:${digest(this.address.networkOf(ctx))}`;
    if ((await this.store.increment(key, { ttl: period })) > most) {
      ctx.response.setHeader('Retry-After', (await this.store.ttl(key)) ?? period);
      throw new HttpError(429, 'Too many requests');
    }
    return next();
  }
}
