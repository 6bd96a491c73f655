import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';
import type { User } from '../users/user.ts';

/** The claims that identify a user. */
export interface Claims {
  user_id: string;
  email: string;
}

/** A token is valid for 24 hours, in seconds. */
const lifetime = 24 * 60 * 60;

/** As many bytes as HS256 puts out. A shorter secret can be found by trying. */
const shortest = 32;

/** Signs and verifies the tokens that users get when they log in. */
export class TokensService {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  readonly #secret = process.env.JWT_SECRET ?? '';

  onStart(): void {
    if (this.#secret === '') {
      this.log.warn('JWT_SECRET is empty, so nobody can log in. Set it to 32 or more random bytes, and restart.');
    } else if (Buffer.byteLength(this.#secret) < shortest) {
      throw new Error(`JWT_SECRET has fewer than ${shortest} bytes, so it can be guessed, and tokens can be forged.`);
    }
  }

  sign({ id, email }: User): string {
    const exp = Math.floor(this.clock.now() / 1000) + lifetime;
    return jwt.sign({ user_id: id, email, exp }, this.#secret, { algorithm: 'HS256', noTimestamp: true });
  }

  /** The claims of a token, or undefined if it is malformed, expired, or not signed with our secret. */
  verify(token: string): Claims | undefined {
    try {
      const claims = jwt.verify(token, this.#secret, {
        // The header of a token names an algorithm, and an attacker can write any header. So this list decides.
        algorithms: ['HS256', 'HS384', 'HS512'],
        clockTimestamp: Math.floor(this.clock.now() / 1000),
      }) as jwt.JwtPayload;
      const { user_id, email, exp } = claims;
      // `jwt.verify` accepts a token without `exp`, which would be valid forever.
      const isComplete = typeof user_id === 'string' && typeof email === 'string' && exp !== undefined;
      return isComplete ? { user_id, email } : undefined;
    } catch {
      return undefined;
    }
  }
}
