import { type Context, HttpError, inject, KeyValue, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';
import { LoginDTO } from './auth.dto.ts';
import { digest } from './digest.ts';

const attempts = 5;
/** Seconds. */
const period = 60;

/** Stands before whatever takes a password: after five wrong ones in a minute, it is closed for the rest of it. */
export class LoginLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  async handle(ctx: Context, next: Next) {
    const body = await ctx.bind(LoginDTO).catch(() => undefined);
    // Without an email and a password it is no guess. The handler refuses it, the way its platform does.
    if (body === undefined) return next();
    const { email } = body;
    ctx.set('claimed_email', email);
    // The pair: by the email alone a stranger could lock somebody out, by the address alone a whole school.
    const key = `login:${digest(`${email.toLowerCase()} ${this.address.networkOf(ctx)}`)}`;
    // Counted before the password is looked at: guesses that come all at once must not all be the first.
    if ((await this.store.increment(key, { ttl: period })) > attempts) {
      ctx.response.setHeader('Retry-After', (await this.store.ttl(key)) ?? period);
      throw new HttpError(429, 'Too many requests');
    }
    const answer = await next();
    if (ctx.response.status !== 401) await this.store.delete(key);
    return answer;
  }
}
