import { randomUUID } from 'node:crypto';
import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { RememberCookie } from './remember-cookie.ts';

class AccountDTO {
  @field('required,max=254') email!: string;
}

class SignInDTO {
  @field('required') email!: string;
  @field('required') key!: string;
}

class NoteDTO {
  @field('required') note!: string;
}

interface Account {
  /** In the place of a password, to keep this program short. */
  readonly key: string;
  note: string;
}

/** Everybody who uses the blog, each with a private note. */
export class AccountsController implements Controller {
  @inject(RememberCookie) private readonly cookie!: RememberCookie;
  readonly #accounts = new Map<string, Account>();

  routes(): Route[] {
    return [
      { method: 'POST', path: '/accounts', handler: this.open },
      { method: 'POST', path: '/sign-in', handler: this.signIn },
      { method: 'GET', path: '/me', handler: this.me },
      { method: 'PUT', path: '/me/note', handler: this.write },
    ];
  }

  async open(ctx: Context) {
    const { email } = await ctx.bind(AccountDTO);
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new HttpError(400, 'Not an email address');
    if (this.#accounts.has(email)) throw new HttpError(409, 'Email already taken');
    const key = randomUUID();
    this.#accounts.set(email, { key, note: '' });
    return ctx.status(201).json({ email, key });
  }

  async signIn(ctx: Context) {
    const { email, key } = await ctx.bind(SignInDTO);
    if (this.#accounts.get(email)?.key !== key) throw new HttpError(401, 'Invalid credentials');
    this.cookie.set(ctx, email);
    return { email };
  }

  me(ctx: Context) {
    const [email, { note }] = this.#caller(ctx);
    return { email, note };
  }

  async write(ctx: Context) {
    const [email, account] = this.#caller(ctx);
    account.note = (await ctx.bind(NoteDTO)).note;
    return { email, note: account.note };
  }

  #caller(ctx: Context): [email: string, account: Account] {
    const email = this.cookie.read(ctx);
    const account = email === undefined ? undefined : this.#accounts.get(email);
    if (email === undefined || account === undefined) throw new HttpError(401, 'Not authenticated');
    return [email, account];
  }
}
