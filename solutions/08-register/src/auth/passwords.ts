// #region step-2
import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';
// #endregion

/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  // #region step-2
  readonly cost = 10;
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  hash(password: string): Promise<string> {
    return this.pool.hash(password, this.cost);
  }
  // #starter
  // // Step 2: a bcrypt hash, made in another thread. Until then something that no password can match.
  // async hash(_password: string): Promise<string> {
  //   return '!';
  // }
  // #endregion

  // #region step-4
  /** bcrypt reads 72 bytes. Whatever comes after them would not count, and nobody would notice. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
  // #starter
  // // Step 4: whether bcrypt reads a password to its end.
  // #endregion
}
