import { createHmac, timingSafeEqual } from 'node:crypto';
import { Clock, inject } from 'trellis';

const lifetime = 60 * 60 * 1000;

/** A key says when it ends, and a signature proves that we wrote it. There is nothing to remember. */
export class DraftKeys {
  @inject(Clock) private readonly clock!: Clock;

  issue(): string {
    const end = String(this.clock.now() + lifetime);
    return `${end}.${this.#sign(end)}`;
  }

  isValid(key: string): boolean {
    const [end = '', signature = '', ...rest] = key.split('.');
    const [expected, sent] = [Buffer.from(this.#sign(end)), Buffer.from(signature)];
    const isOurs = rest.length === 0 && expected.length === sent.length && timingSafeEqual(expected, sent);
    return isOurs && this.clock.now() < Number(end);
  }

  /** What it signs begins with its purpose: a signature for something else fits no key. */
  #sign(end: string): string {
    return createHmac('sha256', process.env.JWT_SECRET ?? '')
      .update(`draft key ${end}`)
      .digest('base64url');
  }
}
