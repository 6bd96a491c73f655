import { createHash } from 'node:crypto';
import { HttpError } from 'trellis';

const lifetime = 15 * 60 * 1000;
const mostAttempts = 5;

interface Reset {
  readonly token: string;
  readonly expires: number;
  attempts: number;
}

/** A token goes out by email. It works for fifteen minutes, and after five wrong ones not any more. */
export class Resets {
  readonly #resets = new Map<string, Reset>();

  /** Returns when the token expires. */
  begin(address: string): Date {
    const email = address.toLowerCase();
    const now = Date.now();
    const token = createHash('sha256').update(`${email} ${now}`).digest('hex');
    this.#resets.set(email, { token, expires: now + lifetime, attempts: this.#resets.get(email)?.attempts ?? 0 });
    return new Date(now + lifetime);
  }

  /** Uses the token up. Counts before it compares. */
  use(address: string, token: string): void {
    const email = address.toLowerCase();
    const reset = this.#resets.get(email);
    if (reset === undefined || reset.expires <= Date.now()) throw new HttpError(400, 'Invalid token');
    reset.attempts++;
    if (reset.attempts > mostAttempts) throw new HttpError(429, 'Too many attempts');
    if (reset.token !== token) throw new HttpError(400, 'Invalid token');
    this.#resets.delete(email);
  }
}
