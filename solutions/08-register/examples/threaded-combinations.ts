import { inject } from 'trellis';
import { BcryptPool } from '../src/auth/bcrypt-pool.ts';

/** Checks the combinations of the lockers, in worker threads. */
export class ThreadedCombinations {
  @inject(BcryptPool) private readonly threads!: BcryptPool;

  opens(combination: string, hash: string, signal?: AbortSignal): Promise<boolean> {
    return this.threads.compare(combination, hash, 12, signal);
  }
}
