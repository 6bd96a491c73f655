// #region step-1
import { type Context, type Controller, inject, type Route } from 'trellis';
import { Refused } from '../http/errors.ts';
import { callerOf, Recognize, RequireUser } from './authentication.ts';
import { Passwords } from './passwords.ts';
import { TokensService } from './tokens.service.ts';
import { Login, Registration, UserChanges } from './user.dto.ts';
import type { CurrentUser, UserRow } from './user.ts';
import { UsersService } from './users.service.ts';

/** Registration, login, and the current user, over HTTP. */
export class UsersController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(TokensService) private readonly tokens!: TokensService;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/api/users', handler: this.register },
      { method: 'POST', path: '/api/users/login', handler: this.login },
      {
        path: '/api/user',
        middlewares: [Recognize, RequireUser],
        children: [
          { method: 'GET', path: '', handler: this.show },
          { method: 'PUT', path: '', handler: this.update },
        ],
      },
    ];
  }

  async register(ctx: Context) {
    const { username, email, password } = (await ctx.bind(Registration)).user;
    const user = await this.users.create({ username, email, password: await this.passwords.hash(password) });
    return ctx.status(201).json(this.#current(user));
  }

  async login(ctx: Context) {
    const { email, password } = (await ctx.bind(Login)).user;
    const user = await this.users.findByEmail(email);
    const matches = await this.passwords.matches(password, user?.password);
    if (user === undefined || !matches) throw new Refused(401, { credentials: ['are invalid'] });
    return this.#current(user);
  }

  show(ctx: Context) {
    return this.#current(callerOf(ctx));
  }

  async update(ctx: Context) {
    const { password, ...changes } = (await ctx.bind(UserChanges)).user;
    const hash = password === undefined ? undefined : await this.passwords.hash(password);
    return this.#current(await this.users.update(callerOf(ctx), { ...changes, password: hash }));
  }

  #current(row: UserRow): { user: CurrentUser } {
    const { email, username, bio, image } = row;
    return { user: { email, token: this.tokens.sign(row), username, bio, image } };
  }
}
// #endregion
