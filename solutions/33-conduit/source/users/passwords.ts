// #region step-1
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);
const keyLength = 32;

/**
 * Hashes passwords with scrypt, which is part of Node and works on threads of its own: the event loop stays free. Unlike bcrypt, it
 * uses the whole password.
 */
export class Passwords {
  /** A logarithm, like bcrypt's: each increment doubles the work. 10 is what OWASP recommends; tests set a lower one. */
  readonly #cost = Number(process.env.BCRYPT_COST || 10);

  onStart(): void {
    if (Number.isInteger(this.#cost) && this.#cost >= 4 && this.#cost <= 16) return;
    throw new RangeError(`BCRYPT_COST is "${process.env.BCRYPT_COST}". It must be an integer from 4 to 16.`);
  }

  /** Cost, salt and key in one string, so that a later cost doesn't invalidate the hashes of today. */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const key = await derive(password, salt, keyLength, parameters(this.#cost));
    return ['scrypt', this.#cost, salt.toString('base64'), key.toString('base64')].join('$');
  }

  /** Does the same work without a hash: the time that a login takes must not tell who has an account. */
  async matches(password: string, hash = this.#decoy): Promise<boolean> {
    const [, cost, salt = '', key = ''] = hash.split('$');
    const expected = Buffer.from(key, 'base64');
    const actual = await derive(password, Buffer.from(salt, 'base64'), expected.length, parameters(Number(cost)));
    return timingSafeEqual(actual, expected) && hash !== this.#decoy;
  }

  /** The hash of no password. */
  get #decoy(): string {
    return `scrypt$${this.#cost}$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(keyLength).toString('base64')}`;
  }
}

function parameters(cost: number): ScryptOptions {
  const N = 2 ** (cost + 4);
  return { N, r: 8, p: 5, maxmem: 256 * N * 8 };
}
// #endregion
