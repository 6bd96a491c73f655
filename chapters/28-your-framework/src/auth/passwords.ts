import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Turns passwords into hashes. Nothing else is ever stored. */
export class Passwords {
  readonly cost = 10;
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  hash(password: string, signal?: AbortSignal): Promise<string> {
    return this.pool.hash(password, this.cost, signal);
  }

  async matches(password: string, hash: string, signal?: AbortSignal): Promise<boolean> {
    // `fits` comes second: if a long password skipped the comparison, the response time would tell.
    return (await this.pool.compare(password, hash, this.cost, signal)) && this.fits(password);
  }

  /** The hash of no password at all: what to compare with if no user has the email. */
  decoy(): string {
    return `$2b$${this.cost}$${'.'.repeat(53)}`;
  }

  /** Whether a hash was made with a lower cost than today's. One with a higher cost stays: a new one would be weaker. */
  isOutdated(hash: string): boolean {
    return Number(hash.split('$')[2]) < this.cost;
  }

  /** bcrypt ignores everything after 72 bytes without an error. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
}
