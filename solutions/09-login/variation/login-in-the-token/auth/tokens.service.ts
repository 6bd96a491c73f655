import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';
import type { User } from '../users/user.ts';

/** A token is valid for 24 hours, in seconds. */
const lifetime = 24 * 60 * 60;

/** However often its token is renewed, a login ends after seven days. */
const longest = 7 * lifetime;

/** As many bytes as HS256 puts out. A shorter secret can be found by trying. */
const shortest = 32;

/** What a token says: whose it is, and when its user logged in. */
export interface Login {
  user_id: string;
  time: number;
}

/** Signs, renews and verifies the tokens that users get when they log in. */
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
    return this.#sign({ user_id: id, email, exp: this.#now() + lifetime });
  }

  /** A token of the same login, which never lasts longer than the login. */
  renew({ id, email }: User, login: number): string {
    return this.#sign({ user_id: id, email, login, exp: Math.min(this.#now() + lifetime, login + longest) });
  }

  verify(token: string): Login | undefined {
    try {
      const options = { algorithms: ['HS256' as const], clockTimestamp: this.#now() };
      const { user_id, exp, login } = jwt.verify(token, this.#secret, options) as jwt.JwtPayload;
      if (typeof user_id !== 'string' || exp === undefined) return undefined;
      // Only a renewed token has this claim. One of the login was signed a lifetime before it ends.
      return { user_id, time: login ?? exp - lifetime };
    } catch {
      return undefined;
    }
  }

  #sign(claims: object): string {
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256', noTimestamp: true });
  }

  #now(): number {
    return Math.floor(this.clock.now() / 1000);
  }
}
