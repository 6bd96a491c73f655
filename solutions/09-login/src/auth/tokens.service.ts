import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';
import type { User } from '../users/user.ts';

/** A token is good for a day. */
const lifetime = 24 * 60 * 60;

/** Signs tokens: whoever holds one has been here before, with a password. */
export class TokensService {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  readonly #secret = process.env.JWT_SECRET ?? '';

  onStart(): void {
    if (this.#secret === '') {
      this.log.warn('JWT_SECRET is empty, so nobody can log in. Set it to a long random text, and start again.');
    }
  }

  sign({ id, email }: User): string {
    const exp = Math.floor(this.clock.now() / 1000) + lifetime;
    return jwt.sign({ user_id: id, email, exp }, this.#secret, { algorithm: 'HS256', noTimestamp: true });
  }
}
