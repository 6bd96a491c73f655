import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Turns passwords into hashes. Nothing else is ever stored. */
export class Passwords {
  readonly cost = 10;
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  hash(password: string, signal?: AbortSignal): Promise<string> {
    return this.pool.hash(password, this.cost, signal);
  }

  // Step 2: whether a password belongs to a hash.

  // Step 3: a hash that no password belongs to.

  // Step 6: whether a hash has a lower cost.

  /** bcrypt ignores everything after 72 bytes without an error. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
}
