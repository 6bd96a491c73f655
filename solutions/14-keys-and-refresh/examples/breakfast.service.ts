import { randomUUID } from 'node:crypto';
import { inject, KeyValue } from 'trellis';
import { digest } from '../src/auth/digest.ts';

/** Seconds until tomorrow's breakfast is over. */
const night = 24 * 60 * 60;

/** Coupons for breakfast. */
export class BreakfastService {
  @inject(KeyValue) private readonly store!: KeyValue;

  async issue(room: number): Promise<string> {
    const coupon = randomUUID();
    await this.store.set(`breakfast:${digest(coupon)}`, room, { ttl: night });
    return coupon;
  }

  /** True for the first guest who shows the coupon, and false for everyone after that. */
  serve(coupon: string): Promise<boolean> {
    return this.store.setIfAbsent(`served:${digest(coupon)}`, true, { ttl: night });
  }
}
