import { createHmac, timingSafeEqual } from 'node:crypto';
import { Clock, HttpError, inject } from 'trellis';
import type { Person } from './people.ts';

const day = 24 * 60 * 60;
const hashes: Record<string, string> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

/** What a token says about its owner. */
export interface Claims {
  user_id: string;
  email: string;
  role: string;
}

/** JSON Web Tokens without a library. */
export class Signer {
  @inject(Clock) private readonly clock!: Clock;
  readonly #secret = process.env.JWT_SECRET ?? '';
  readonly seconds = day;

  sign({ id, email, role }: Person): string {
    if (this.#secret === '') throw new HttpError(500, 'Failed to generate token');
    const iat = Math.floor(this.clock.now() / 1000);
    const claims = { iss: 'blog', iat, exp: iat + day, user_id: id, email, role };
    const signed = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`;
    return `${signed}.${this.#signature(signed, 'sha256').toString('base64url')}`;
  }

  verify(token: string): Claims | undefined {
    const [head = '', payload = '', signature = '', ...rest] = token.split('.');
    const hash = hashes[String(decode(head)?.alg)];
    if (hash === undefined || rest.length > 0 || this.#secret === '') return undefined;
    const expected = this.#signature(`${head}.${payload}`, hash);
    const given = Buffer.from(signature, 'base64url');
    // The decoder ignores characters that don't belong to base64url, so the encoded signatures are compared, too.
    if (expected.toString('base64url') !== signature || !timingSafeEqual(given, expected)) return undefined;
    const { user_id, email, role = '', exp, nbf = 0, iss } = decode(payload) ?? {};
    const now = Math.floor(this.clock.now() / 1000);
    const isOurs = iss === 'blog' || (iss === undefined && role === '');
    if (!isOurs || typeof exp !== 'number' || exp <= now) return undefined;
    if (typeof nbf !== 'number' || nbf > now) return undefined;
    if (typeof user_id !== 'string' || typeof email !== 'string' || typeof role !== 'string') return undefined;
    return { user_id, email, role };
  }

  #signature(signed: string, hash: string): Buffer {
    return createHmac(hash, this.#secret).update(signed).digest();
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
