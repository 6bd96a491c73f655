import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  readonly cost = 10;
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  hash(password: string): Promise<string> {
    return this.pool.hash(password, this.cost);
  }

  // #region step-2
  async matches(password: string, hash: string): Promise<boolean> {
    // The longer one is refused after the work and not before it: how long an answer takes must not tell anything.
    return (await this.pool.compare(password, hash)) && this.fits(password);
  }
  // #starter
  // // Step 2: whether this is the password behind a hash.
  // #endregion

  // #region step-3
  /** The hash of no password at all, to compare with where there is no user. It costs what a real one costs. */
  decoy(): string {
    return `$2b$${String(this.cost).padStart(2, '0')}$${'.'.repeat(53)}`;
  }
  // #starter
  // // Step 3: a hash that nothing matches.
  // #endregion

  /** bcrypt reads 72 bytes. Whatever comes after them would not count, and nobody would notice. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
}
