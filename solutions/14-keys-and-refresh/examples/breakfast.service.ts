import { randomUUID } from 'node:crypto';
import { inject, KeyValue } from 'trellis';
import { digest } from '../src/auth/digest.ts';

/** A coupon is good for one night. */
const night = 12 * 60 * 60;

/** Breakfast for the guests of a hotel: each coupon is one breakfast. */
export class BreakfastService {
  @inject(KeyValue) private readonly store!: KeyValue;

  async order(room: number): Promise<string> {
    const coupon = randomUUID();
    await this.store.set(`breakfast:${digest(coupon)}`, room, { ttl: night });
    return coupon;
  }

  /** The room, or undefined for a coupon that was never given, or used, or of yesterday. */
  serve(coupon: string): Promise<number | undefined> {
    return this.store.take<number>(`breakfast:${digest(coupon)}`);
  }
}
