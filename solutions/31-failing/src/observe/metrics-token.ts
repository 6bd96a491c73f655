import type { Context, Middleware, Next } from 'trellis';
import { isSame } from './is-same.ts';

/** For programs that collect the numbers: they send METRICS_TOKEN as a bearer token. Without the variable, nobody gets them. */
export class MetricsToken implements Middleware {
  readonly #token = process.env.METRICS_TOKEN ?? '';

  handle(ctx: Context, next: Next) {
    const isAllowed = this.#token !== '' && isSame(ctx.header('Authorization'), `Bearer ${this.#token}`);
    return isAllowed ? next() : ctx.status(401).json({ error: 'Invalid token' });
  }
}
