import bcrypt from 'bcryptjs';

/** Passwords, of which only a hash is ever kept. */
export class Passwords {
  readonly cost = 10;

  hash(password: string): Promise<string> {
    return bcrypt.hash(password, this.cost);
  }

  // Step 5: whether bcrypt reads a password to its end.
}
