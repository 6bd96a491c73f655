import { type Context, HttpError, inject, KeyValue, Log, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';
import { LoginDTO } from './auth.dto.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { digest } from './digest.ts';
import { Turns } from './turns.ts';

/** A counter, and how far it may go per period, in seconds. */
interface Limit {
  key: string;
  most: number;
  period: number;
}

/** Limits how many passwords can be tried. Belongs in front of every route that checks one. */
export class LoginLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(ClientAddress) private readonly address!: ClientAddress;
  @inject(BcryptPool) private readonly pool!: BcryptPool;
  @inject(Log) private readonly log!: Log;
  /** One network gets about half of the shortest queue, however many of its passwords are right. */
  readonly #turns = new Turns(5);

  async handle(ctx: Context, next: Next) {
    const email = await emailOf(ctx);
    // Without an email and a password, there is nothing to guess. The handler refuses it, as its platform does.
    if (email === undefined) return next();
    ctx.set('claimed_email', email);
    const network = this.address.networkOf(ctx);
    // The place in the queue comes first: a request that gets none must not leave anything in the store.
    return this.#turns.run(network, () => this.pool.admit(() => this.#limit(ctx, next, email, network)));
  }

  async #limit(ctx: Context, next: Next, email: string, network: string) {
    const pair = limitOf('pair', `${email} ${network}`, 5, 60);
    const everyone = limitOf('network', network, 40, 3_600);
    const account = limitOf('account', email, 100, 3_600);
    const limits = [pair, everyone, account];

    const counted: Limit[] = [];
    let result: unknown;
    try {
      // Counted before the password is checked: guesses that arrive at once must not all find the counter at 0.
      // The account comes last, because what the others refuse must not count against it.
      for (const limit of limits) {
        const count = await this.store.increment(limit.key, { ttl: limit.period });
        counted.push(limit);
        if (count > limit.most) {
          ctx.response.setHeader('Retry-After', (await this.store.ttl(limit.key)) ?? limit.period);
          throw new HttpError(429, 'Too many requests');
        }
      }
      result = await next();
    } catch (error) {
      // Nobody has learned anything about the password, so it wasn't a guess.
      for (const { key } of counted) await this.store.decrement(key);
      throw error;
    }
    if (ctx.response.status !== 401) {
      await this.tidyUp(async () => {
        await this.store.delete(pair.key);
        await this.store.delete(account.key);
        // Only this attempt: otherwise an attacker resets the counter by logging in to an account of their own.
        await this.store.decrement(everyone.key);
      });
    }
    return result;
  }

  /** Runs after the work is done. If the store fails now, the counter stays, and the client still gets its response. */
  protected async tidyUp(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log.error('an attempt stays counted', { error });
    }
  }
}

/** The email of the account: from the user in the context, or else from the body. */
async function emailOf(ctx: Context): Promise<string | undefined> {
  // Read the whole body first: a client that sends its body slowly must not keep a place in the queue meanwhile.
  await ctx.request.body();
  const email = ctx.get<string | undefined>('user_email');
  const body = email === undefined ? await ctx.bind(LoginDTO).catch(() => undefined) : { email };
  return body?.email.toLowerCase();
}

/** The key contains a digest, so that the store isn't a list of emails and addresses. */
function limitOf(name: string, subject: string, most: number, period: number): Limit {
  return { key: `login:${name}:${digest(subject)}`, most, period };
}
