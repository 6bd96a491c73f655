import { inject } from 'trellis';
import { BcryptPool } from './bcrypt-pool.ts';

/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  readonly cost = 10;
  @inject(BcryptPool) private readonly pool!: BcryptPool;

  hash(password: string): Promise<string> {
    return this.pool.hash(password, this.cost);
  }

  /** bcrypt reads 72 bytes. Whatever comes after them would not count, and nobody would notice. */
  fits(password: string): boolean {
    return Buffer.byteLength(password) <= 72;
  }
}
