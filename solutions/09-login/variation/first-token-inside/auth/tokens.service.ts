import jwt from 'jsonwebtoken';
import { Clock, inject, Log } from 'trellis';
import type { User } from '../users/user.ts';

/** A token is valid for 24 hours, in seconds. */
const lifetime = 24 * 60 * 60;

/** As many bytes as HS256 puts out. A shorter secret can be found by trying. */
const shortest = 32;

/** Signs the tokens that users get when they log in. */
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

  /** The new token contains the one of the login, which proves when that was. */
  async renew(token: string, find: (id: string) => Promise<User | undefined>): Promise<string | undefined> {
    const claims = this.#open(token);
    if (claims === undefined || claims.exp! <= this.#now()) return undefined;
    const user = typeof claims.user_id === 'string' ? await find(claims.user_id) : undefined;
    const first = claims.first ?? token;
    const end = (this.#open(first)?.exp ?? 0) + 6 * lifetime;
    if (user === undefined || end <= this.#now()) return undefined;
    const exp = Math.min(this.#now() + lifetime, end);
    return this.#sign({ user_id: user.id, email: user.email, exp, first });
  }

  /** Whether it has expired is for the caller to say: the token of the login may have, inside of a renewed one. */
  #open(token: string): jwt.JwtPayload | undefined {
    try {
      const claims = jwt.verify(token, this.#secret, { algorithms: ['HS256'], ignoreExpiration: true });
      return typeof claims === 'string' || claims.exp === undefined ? undefined : claims;
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
