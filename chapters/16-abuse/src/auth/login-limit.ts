import { type Context, inject, KeyValue, type Middleware, type Next } from 'trellis';
import { ClientAddress } from '../edge/client-address.ts';

/** Limits how many passwords can be tried. Belongs in front of every route that checks one. */
export class LoginLimit implements Middleware {
  @inject(KeyValue) private readonly store!: KeyValue;
  @inject(ClientAddress) private readonly address!: ClientAddress;

  handle(_ctx: Context, next: Next) {
    // Step 3: count, and refuse too many attempts.
    return next();
  }
}
