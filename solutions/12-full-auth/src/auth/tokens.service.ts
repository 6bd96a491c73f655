import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';
import type { User } from '../users/user.ts';

/** What a token says of its owner. */
export interface Claims {
  user_id: string;
  email: string;
  role: string;
}

/** A token is good for a day. */
export const lifetime = 24 * 60 * 60;

/** Who signs: the name of this application. */
const issuer = 'blog';

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

  sign({ id, email, role }: User): string {
    const iat = Math.floor(this.clock.now() / 1000);
    const claims = { user_id: id, email, role, iat, exp: iat + lifetime, iss: issuer };
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256' });
  }

  /** Undefined for whatever is not a token of ours: another signature, another kind of signature, out of date, no token. */
  verify(token: string): Claims | undefined {
    try {
      const claims = jwt.verify(token, this.#secret, {
        // Named, because a token names its own algorithm, and "none" is one of the names.
        algorithms: ['HS256', 'HS384', 'HS512'],
        clockTimestamp: Math.floor(this.clock.now() / 1000),
      }) as jwt.JwtPayload;
      // A token from before there were roles has none, and is good until it expires.
      const { user_id, email, role = '' } = claims;
      const isComplete = [user_id, email, role].every((claim) => typeof claim === 'string');
      return isComplete ? { user_id, email, role } : undefined;
    } catch {
      return undefined;
    }
  }
}
