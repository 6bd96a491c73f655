import { randomUUID } from 'node:crypto';
import { HttpError } from 'trellis';

interface Account {
  /** In the place of a password, to keep this program short. */
  key: string;
  note: string;
}

/** Everybody who uses the blog, each with a private note. The letter case of an email address doesn't matter. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();

  open(email: string): string {
    if (this.#accounts.has(email.toLowerCase())) throw new HttpError(409, 'Email already taken');
    const account = { key: randomUUID(), note: '' };
    this.#accounts.set(email.toLowerCase(), account);
    return account.key;
  }

  has(email: string): boolean {
    return this.#accounts.has(email.toLowerCase());
  }

  /** The account with this email, if that is its key. */
  find(email: string, key: string): Account {
    const account = this.#accounts.get(email.toLowerCase());
    if (account === undefined || account.key !== key) throw new HttpError(401, 'Invalid credentials');
    return account;
  }

  /** A new key for somebody who has lost the old one. */
  renew(email: string): string {
    const account = this.#accounts.get(email.toLowerCase())!;
    account.key = randomUUID();
    return account.key;
  }
}
