import { type Context, HttpError, inject, KeyValue, Log, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';
import { LoginDTO } from './auth.dto.ts';
import { BcryptPool } from './bcrypt-pool.ts';
import { digest } from './digest.ts';

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

  async handle(ctx: Context, next: Next) {
    const email = await emailOf(ctx);
    ctx.set('claimed_email', email);
    // The place in the queue comes first: a request that gets none must not leave anything in the store.
    return this.pool.admit(() => this.#limit(ctx, next, email));
  }

  async #limit(ctx: Context, next: Next, email: string) {
    const network = this.address.networkOf(ctx);
    const pair = limitOf('pair', `${email} ${network}`, 5, 60);
    const limits: Limit[] = [pair];

    for (const _limit of limits) {
      // Step 2: count, and refuse too many attempts.
    }
    return next();
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
async function emailOf(ctx: Context): Promise<string> {
  // Read the whole body first: a client that sends its body slowly must not keep a place in the queue meanwhile.
  await ctx.request.body();
  const email = ctx.get<string | undefined>('user_email') ?? (await ctx.bind(LoginDTO)).email;
  return email.toLowerCase();
}

/** The key contains a digest, so that the store isn't a list of emails and addresses. */
function limitOf(name: string, subject: string, most: number, period: number): Limit {
  return { key: `login:${name}:${digest(subject)}`, most, period };
}
