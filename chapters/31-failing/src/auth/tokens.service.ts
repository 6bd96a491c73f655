import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';
import type { User } from '../users/user.ts';

/** The claims that identify a user. */
export interface Claims {
  user_id: string;
  email: string;
  role: string;
  /** When the token was issued, in seconds. */
  iat: number;
}

/** A token is valid for 24 hours, in seconds. */
export const lifetime = 24 * 60 * 60;

/** As many bytes as HS256 puts out. A shorter secret can be found by trying. */
const shortest = 32;

/** The name of this application, in the tokens that it signs. */
const issuer = 'blog';

/** Signs and verifies the tokens that users get when they log in. */
export class TokensService {
  @inject(Clock) private readonly clock!: Clock;
  @inject(Log) private readonly log!: Log;
  readonly #secret = process.env.JWT_SECRET ?? '';
  /** Made once, because the package would make it for every token. The package refuses an empty string, but not an empty key. */
  readonly #key = this.#secret && createSecretKey(this.#secret, 'utf8');

  onStart(): void {
    if (this.#secret === '') {
      this.log.warn('JWT_SECRET is empty, so nobody can log in. Set it to 32 or more random bytes, and restart.');
    } else if (Buffer.byteLength(this.#secret) < shortest) {
      throw new Error(`JWT_SECRET has fewer than ${shortest} bytes, so it can be guessed, and tokens can be forged.`);
    }
  }

  /** `startedAt` is when the user began to sign in, in milliseconds. */
  sign({ id, email, role }: User, startedAt: number): string {
    // With milliseconds: in whole seconds, a token from just before a cutoff looks like one from just after it.
    const iat = startedAt / 1000;
    const claims = { user_id: id, email, role, iat, exp: Math.floor(iat) + lifetime, iss: issuer };
    return jwt.sign(claims, this.#key, { algorithm: 'HS256' });
  }

  /** The claims of a token, or undefined if it is malformed, expired, or not signed with our secret. */
  verify(token: string): Claims | undefined {
    try {
      const claims = jwt.verify(token, this.#key, {
        // The header of a token names an algorithm, and an attacker can write any header. So this list decides.
        algorithms: ['HS256', 'HS384', 'HS512'],
        clockTimestamp: Math.floor(this.clock.now() / 1000),
      }) as jwt.JwtPayload;
      const { user_id, email, exp, role = '', iat = 0, iss } = claims;
      const isComplete = [user_id, email, role].every((claim) => typeof claim === 'string') && exp !== undefined;
      // A token from before this version has neither a role nor an issuer, and stays valid until it expires.
      const isOurs = iss === issuer || (iss === undefined && role === '');
      return isComplete && isOurs ? { user_id, email, role, iat } : undefined;
    } catch {
      return undefined;
    }
  }
}
