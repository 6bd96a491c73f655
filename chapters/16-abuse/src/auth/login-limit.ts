import { type Context, inject, KeyValue, type Middleware, type Next } from 'trellis';
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
    // Step 2: bind, count, perhaps refuse. Then go on, and perhaps clear the count.
    return next();
  }
}
