import { inject } from 'trellis';
import { BcryptPool } from '../src/auth/bcrypt-pool.ts';

/** The combinations of the lockers, of which only a hash is kept. */
export class Combinations {
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  opens(combination: string, hash: string): Promise<boolean> {
    return this.pool.compare(combination, hash);
  }
}
