import { randomUUID } from 'node:crypto';
import { Clock, inject } from 'trellis';

const lifetime = 60 * 60 * 1000;

/** Remembers the keys that it has issued until they end. A restart ends them all. */
export class DraftKeys {
  @inject(Clock) private readonly clock!: Clock;
  readonly #ends = new Map<string, number>();

  issue(): string {
    const now = this.clock.now();
    for (const [key, end] of this.#ends) if (end <= now) this.#ends.delete(key);
    const key = randomUUID();
    this.#ends.set(key, now + lifetime);
    return key;
  }

  isValid(key: string): boolean {
    const end = this.#ends.get(key);
    return end !== undefined && this.clock.now() < end;
  }
}
