import { randomUUID } from 'node:crypto';
import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';

class AccountDTO {
  @field('required,email,max=254') email!: string;
}

/** Everybody who writes. To keep this program short, an account has a random key in the place of a password. */
export class Accounts {
  readonly #emails = new Map<string, string>();

  /** Returns the key. */
  open(email: string): string {
    if ([...this.#emails.values()].includes(email)) throw new HttpError(409, 'Email already taken');
    const key = randomUUID();
    this.#emails.set(key, email);
    return key;
  }

  /** The email address of the account whose key a request has. */
  caller(ctx: Context): string {
    const email = this.#emails.get(ctx.header('X-Account-Key'));
    if (email === undefined) throw new HttpError(401, 'Unknown account');
    return email;
  }
}

export class AccountsController implements Controller {
  @inject(Accounts) private readonly accounts!: Accounts;

  routes(): Route[] {
    return [{ method: 'POST', path: '/accounts', handler: this.open }];
  }

  async open(ctx: Context) {
    const { email } = await ctx.bind(AccountDTO);
    return ctx.status(201).json({ email, key: this.accounts.open(email) });
  }
}
