import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Turns passwords into hashes. Nothing else is ever stored. */
export class Passwords {
  readonly cost = 10;
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  hash(password: string, signal?: AbortSignal): Promise<string> {
    return this.pool.hash(password, this.cost, signal);
  }

  /** bcrypt ignores everything after 72 bytes without an error. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
}
