import { randomUUID } from 'node:crypto';
import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { Accounts } from './accounts.ts';

class GrantDTO {
  @field('required') scope!: string;
}

class RefreshDTO {
  @field('required') refresh_token!: string;
  @field() scope!: string;
}

/** What an app may do for somebody: `posts drafts:own`. */
export interface Grant {
  readonly email: string;
  readonly scope: string;
}

/** The tokens of apps. A refresh token works once, and may ask for less than before. */
export class Grants {
  @inject(Accounts) private readonly accounts!: Accounts;
  readonly #access = new Map<string, Grant>();
  readonly #refresh = new Map<string, Grant>();

  grant(email: string, scope: string) {
    const allowed = this.allowedTo(email);
    if (!scope.split(' ').every((wanted) => allowed.includes(wanted))) throw new HttpError(403, 'Scope not allowed');
    return this.#issue({ email, scope });
  }

  refresh(token: string, wanted: string) {
    const grant = this.#refresh.get(token);
    if (grant === undefined) throw new HttpError(401, 'Invalid refresh token');
    this.#refresh.delete(token);
    return this.#issue({ email: grant.email, scope: narrowed(grant.scope, wanted) });
  }

  /** The grant of a request. */
  of(ctx: Context): Grant {
    const grant = this.#access.get(ctx.header('Authorization').replace('Bearer ', ''));
    if (grant === undefined) throw new HttpError(401, 'Invalid token');
    return grant;
  }

  /** `drafts` are those of all authors. */
  allowedTo(email: string): string[] {
    return this.accounts.isEditor(email) ? ['posts', 'drafts', 'drafts:own'] : ['posts', 'drafts:own'];
  }

  #issue(grant: Grant) {
    const [access_token, refresh_token] = [randomUUID(), randomUUID()];
    this.#access.set(access_token, grant);
    this.#refresh.set(refresh_token, grant);
    return { access_token, refresh_token, scope: grant.scope };
  }
}

/** The wanted scopes, if all of them were granted. */
function narrowed(granted: string, wanted: string): string {
  if (wanted === '') return granted;
  if (!wanted.split(' ').every((scope) => granted.includes(scope))) throw new HttpError(403, 'Scope not granted');
  return wanted;
}

export class GrantsController implements Controller {
  @inject(Accounts) private readonly accounts!: Accounts;
  @inject(Grants) private readonly grants!: Grants;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/grants', handler: this.create },
      { method: 'POST', path: '/tokens', handler: this.refresh },
    ];
  }

  async create(ctx: Context) {
    const email = this.accounts.caller(ctx);
    const { scope } = await ctx.bind(GrantDTO);
    return ctx.status(201).json(this.grants.grant(email, scope));
  }

  async refresh(ctx: Context) {
    const { refresh_token, scope } = await ctx.bind(RefreshDTO);
    return this.grants.refresh(refresh_token, scope);
  }
}
