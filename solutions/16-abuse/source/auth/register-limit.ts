import { type Context, inject, KeyValue, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';
// #region step-4
import { RegisterDTO } from './auth.dto.ts';
import { digest } from './digest.ts';

/** Registrations from one network in a period of seconds. */
const most = 30;
const period = 3_600;
// #endregion

/** Limits how many accounts one network can create. Each of them costs us a hash, and a row forever. */
export class RegisterLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  // #region step-4
  async handle(ctx: Context, next: Next) {
    const { email } = await ctx.bind(RegisterDTO);
    // #endregion
    // #region step-6
    ctx.set('claimed_email', email.toLowerCase());
    // #endregion
    // #region step-4
    const key = `register:${digest(this.address.networkOf(ctx))}`;
    if ((await this.store.increment(key, { ttl: period })) > most) {
      ctx.response.setHeader('Retry-After', (await this.store.ttl(key)) ?? period);
      return ctx.status(429).json({ error: 'Too many requests' });
    }
    return next();
  }
  // #starter
  // handle(_ctx: Context, next: Next) {
  //   // Step 4: count, and refuse too many registrations.
  //   return next();
  // }
  // #endregion
}
