import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  // #region step-4
  /** Each one more doubles the work: 14 takes more than a second. Tests may say less. */
  readonly cost = Number(process.env.BCRYPT_COST || 14);
  // #starter
  // // Step 4: sixteen times the work, unless the environment says otherwise.
  // readonly cost = 10;
  // #endregion
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  // #region step-4
  onStart(): void {
    if (!Number.isInteger(this.cost) || this.cost < 4 || this.cost > 31) {
      throw new RangeError(`BCRYPT_COST is "${process.env.BCRYPT_COST}". A cost is a whole number from 4 to 31.`);
    }
  }
  // #starter
  // // Step 4: refuse to start with a cost that bcrypt does not know.
  // #endregion

  hash(password: string): Promise<string> {
    return this.pool.hash(password, this.cost);
  }

  async matches(password: string, hash: string): Promise<boolean> {
    // The longer one is refused after the work and not before it: how long an answer takes must not tell anything.
    return (await this.pool.compare(password, hash)) && this.fits(password);
  }

  /** The hash of no password at all, to compare with where there is no user. It costs what a real one costs. */
  decoy(): string {
    return `$2b$${String(this.cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  }

  /** bcrypt reads 72 bytes. Whatever comes after them would not count, and nobody would notice. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
}
