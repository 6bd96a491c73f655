import { type Context, inject, KeyValue, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';

/** Limits how many accounts one network can create. Each of them costs us a hash, and a row forever. */
export class RegisterLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  handle(_ctx: Context, next: Next) {
    // Step 4: count, and refuse too many registrations.
    return next();
  }
}
