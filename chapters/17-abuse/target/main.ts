import { type Context, type Controller, createApp, field, inject, module, type Route } from 'trellis';
import { Accounts } from './accounts.ts';
import { Resets } from './resets.ts';

class EmailDTO {
  @field('required,email,max=254') email!: string;
}

class TokenDTO extends EmailDTO {
  @field('required') token!: string;
}

class KeyDTO extends EmailDTO {
  @field('required') key!: string;
}

class NoteDTO extends KeyDTO {
  @field('required') note!: string;
}

class AccountsController implements Controller {
  @inject(Accounts) private readonly accounts!: Accounts;
  @inject(Resets) private readonly resets!: Resets;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/accounts', handler: this.open },
      { method: 'PUT', path: '/note', handler: this.write },
      { method: 'POST', path: '/note/read', handler: this.read },
      { method: 'POST', path: '/resets', handler: this.reset },
      { method: 'POST', path: '/resets/confirm', handler: this.confirm },
    ];
  }

  async open(ctx: Context) {
    const { email } = await ctx.bind(EmailDTO);
    return ctx.status(201).json({ email, key: this.accounts.open(email) });
  }

  async write(ctx: Context) {
    const { email, key, note } = await ctx.bind(NoteDTO);
    this.accounts.find(email, key).note = note;
    return { note };
  }

  async read(ctx: Context) {
    const { email, key } = await ctx.bind(KeyDTO);
    return { note: this.accounts.find(email, key).note };
  }

  /** The response is the same for everybody, so that nobody learns who has an account. */
  async reset(ctx: Context) {
    const { email } = await ctx.bind(EmailDTO);
    return ctx.status(202).json({ expires_at: this.resets.begin(email) });
  }

  async confirm(ctx: Context) {
    const { email, token } = await ctx.bind(TokenDTO);
    this.resets.use(email, token);
    return this.accounts.has(email) ? { key: this.accounts.renew(email) } : { key: '' };
  }
}

const target = module('Target', { declarations: [Accounts, Resets, AccountsController] });

// On a busy machine it is slow, and never refuses a request for that reason: an attack should only fail because of the program.
await createApp(target, { limits: { eventLoopDelay: Number.POSITIVE_INFINITY } }).listen();
