import bcrypt from 'bcryptjs';

/** Turns the combinations of the lockers into hashes. */
export class Combinations {
  hash(combination: string): Promise<string> {
    return bcrypt.hash(combination, 12);
  }
}
