// #region step-1
import { type Context, inject, type Middleware, type Next } from 'trellis';
import { Refused } from '../http/errors.ts';
import { TokensService } from './tokens.service.ts';
import type { UserRow } from './user.ts';
import { UsersService } from './users.service.ts';

const scheme = 'Token ';

/** Finds out who is calling, if the request has a token. A token that isn't valid is refused, even where none is needed. */
export class Recognize implements Middleware {
  @inject(TokensService) private readonly tokens!: TokensService;
  @inject(UsersService) private readonly users!: UsersService;

  async handle(ctx: Context, next: Next) {
    const header = ctx.header('Authorization');
    if (header === '') return next();
    const claims = header.startsWith(scheme) ? this.tokens.verify(header.slice(scheme.length)) : undefined;
    const user = claims && (await this.users.find(claims.sub));
    if (user === undefined || user.token_version !== claims?.version) throw new Refused(401, { token: ['is invalid'] });
    ctx.set('user', user);
    return next();
  }
}

/** Lets nobody in without a token. Comes after `Recognize`. */
export class RequireUser implements Middleware {
  handle(ctx: Context, next: Next) {
    if (ctx.get('user') === undefined) throw new Refused(401, { token: ['is missing'] });
    return next();
  }
}

/** The caller, on routes that require one. */
export function callerOf(ctx: Context): UserRow {
  return ctx.get<UserRow>('user');
}

/** The id of the caller. A guest has an id that no user has: they follow nobody, and have no favorites. */
export function viewerOf(ctx: Context): string {
  return ctx.get<UserRow | undefined>('user')?.id ?? '';
}
// #endregion
