import bcrypt from 'bcryptjs';
import { inject } from 'trellis';
import { BcryptPool } from '../src/auth/bcrypt-pool.ts';

/** The combinations of the lockers, of which only a hash is kept. */
export class Combinations {
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  seal(combination: string): Promise<string> {
    return bcrypt.hash(combination, 12);
  }

  opens(combination: string, hash: string): Promise<boolean> {
    return this.pool.compare(combination, hash);
  }
}
