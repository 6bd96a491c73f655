import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Turns passwords into hashes. Nothing else is ever stored. */
export class Passwords {
  /** Each increment doubles the work, and 14 takes more than a second. Tests set a lower one. */
  readonly cost = Number(process.env.BCRYPT_COST || 14);
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  onStart(): void {
    if (!Number.isInteger(this.cost) || this.cost < 4 || this.cost > 31) {
      throw new RangeError(`BCRYPT_COST is "${process.env.BCRYPT_COST}". It must be an integer from 4 to 31.`);
    }
  }

  hash(password: string, signal?: AbortSignal): Promise<string> {
    return this.pool.hash(password, this.cost, signal);
  }

  async matches(password: string, hash: string, signal?: AbortSignal): Promise<boolean> {
    // `fits` comes second: if a long password skipped the comparison, the response time would tell.
    return (await this.pool.compare(password, hash, this.cost, signal)) && this.fits(password);
  }

  /** The hash of no password at all: what to compare with if no user has the email. */
  decoy(): string {
    return `$2b$${String(this.cost).padStart(2, '0')}$${'.'.repeat(53)}`;
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
