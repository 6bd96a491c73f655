// #region step-3
import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';
// #endregion

/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  // #region step-2
  readonly cost = 10;
  // #endregion
  // #region step-3
  @inject(BcryptPool) private readonly pool!: BcryptPool;
  // #endregion

  // #region step-2
  hash(password: string): Promise<string> {
    // #endregion
    // #region step-3
    return this.pool.hash(password, this.cost);
    // #endregion
    // #region step-2
  }
  // #starter
  // // Step 2: the cost, and the bcrypt hash of a password.
  // #endregion

  // #region step-5
  /** bcrypt reads 72 bytes. Whatever comes after them would not count, and nobody would notice. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
  // #starter
  // // Step 5: whether bcrypt reads a password to its end.
  // #endregion
}
