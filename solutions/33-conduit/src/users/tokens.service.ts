import jwt from 'jsonwebtoken';
import { Clock, inject } from 'trellis';
import type { UserRow } from './user.ts';

/** A day, in seconds. */
const lifetime = 24 * 60 * 60;

/** As many bytes as HS256 puts out. A shorter secret can be found by trying. */
const shortest = 32;

/** What a token says: which account, and which of its passwords was the current one. */
export interface Claims {
  sub: string;
  version: number;
}

/** Signs and verifies tokens. */
export class TokensService {
  @inject(Clock) private readonly clock!: Clock;
  readonly #secret = process.env.JWT_SECRET ?? '';

  onStart(): void {
    if (Buffer.byteLength(this.#secret) >= shortest) return;
    throw new Error(`JWT_SECRET has fewer than ${shortest} bytes, so tokens could be forged. Set it to random bytes.`);
  }

  sign({ id, token_version }: Pick<UserRow, 'id' | 'token_version'>): string {
    const iat = this.#now();
    const claims = { sub: id, version: token_version, iat, exp: iat + lifetime };
    return jwt.sign(claims, this.#secret, { algorithm: 'HS256' });
  }

  /** Undefined if a token is malformed, expired, or not signed by us. */
  verify(token: string): Claims | undefined {
    try {
      // The header of a token names an algorithm, and an attacker can write any header. So this list decides.
      const options = { algorithms: ['HS256' as const], clockTimestamp: this.#now() };
      const { sub, version, exp } = jwt.verify(token, this.#secret, options) as jwt.JwtPayload;
      const isComplete = typeof sub === 'string' && typeof version === 'number' && exp !== undefined;
      return isComplete ? { sub, version } : undefined;
    } catch {
      return undefined;
    }
  }

  #now(): number {
    return Math.floor(this.clock.now() / 1000);
  }
}
