import { type Context, type Controller, createApp, field, HttpError, inject, module, type Route } from 'trellis';
import { Accounts, AccountsController } from './accounts.ts';
import { Grants, GrantsController } from './grants.ts';

class DraftDTO {
  @field('required') text!: string;
}

/** Authors write drafts. Apps read them: all of them, or those of the person who has granted that. */
class DraftsController implements Controller {
  @inject(Accounts) private readonly accounts!: Accounts;
  @inject(Grants) private readonly grants!: Grants;
  readonly #drafts: { author: string; text: string }[] = [];

  routes(): Route[] {
    return [
      { method: 'POST', path: '/drafts', handler: this.create },
      { method: 'GET', path: '/drafts', handler: this.index },
    ];
  }

  async create(ctx: Context) {
    const author = this.accounts.caller(ctx);
    const draft = { author, text: (await ctx.bind(DraftDTO)).text };
    this.#drafts.push(draft);
    return ctx.status(201).json(draft);
  }

  index(ctx: Context) {
    const { email, scope } = this.grants.of(ctx);
    const scopes = scope.split(' ');
    if (scopes.includes('drafts')) return this.#drafts;
    if (scopes.includes('drafts:own')) return this.#drafts.filter(({ author }) => author === email);
    throw new HttpError(403, 'Insufficient scope');
  }
}

const controllers = [AccountsController, GrantsController, DraftsController];

const target = module('Target', { declarations: [Accounts, Grants, ...controllers] });

// On a busy machine it is slow, and never refuses a request for that reason: an attack should only fail because of the program.
await createApp(target, { limits: { eventLoopDelay: Number.POSITIVE_INFINITY } }).listen();
