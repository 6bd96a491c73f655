// #region step-4
import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';
// #step-3
// import bcrypt from 'bcryptjs';
// #endregion

/** Turns passwords into hashes. Nothing else is ever stored. */
export class Passwords {
  // #region step-3
  readonly cost = 10;
  // #endregion
  // #region step-4
  @inject(BcryptPool) private readonly pool!: BcryptPool;
  // #endregion

  // #region step-4
  hash(password: string, signal?: AbortSignal): Promise<string> {
    return this.pool.hash(password, this.cost, signal);
  }
  // #step-3
  // hash(password: string): Promise<string> {
  //   return bcrypt.hash(password, this.cost);
  // }
  // #starter
  // // Step 3: the cost, and a method that returns the bcrypt hash of a password.
  // #endregion

  // #region step-6
  /** bcrypt ignores everything after 72 bytes without an error. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
  // #starter
  // // Step 6: whether bcrypt reads all of a password.
  // #endregion
}
