import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { EmailTaken } from '../users/email-taken.ts';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, RegisterDTO } from './auth.dto.ts';
import { BearerAuth } from './bearer-auth.ts';
import { byVersion, KnownVersions } from './by-version.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { lifetime, TokensService } from './tokens.service.ts';
import { userIn1, Version1 } from './version-1.ts';

/** The response to a login or a registration. */
export interface LoginResponse {
  token: string;
  /** Seconds. */
  expires_in: number;
  user: User;
}

/** Registration, login, logout, and who I am, over HTTP. */
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(Version1) private readonly old!: Version1;
  @inject(TokensService) private readonly tokens!: TokensService;

  routes(): Route[] {
    const register = byVersion(
      (ctx) => this.register(ctx),
      (ctx) => this.old.register(ctx),
    );
    const login = byVersion(
      (ctx) => this.login(ctx),
      (ctx) => this.old.login(ctx),
    );
    const me = byVersion(
      (ctx) => this.me(ctx),
      async (ctx) => userIn1((await this.me(ctx)) as User),
    );
    return [
      {
        path: '/auth',
        middlewares: [KnownVersions],
        children: [
          { method: 'POST', path: '/register', handler: register },
          { method: 'POST', path: '/login', handler: login },
          { method: 'POST', path: '/logout', handler: this.logout },
          { method: 'GET', path: '/me', middlewares: [BearerAuth], handler: me },
        ],
      },
    ];
  }

  async register(ctx: Context) {
    const body = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');
    const user = await this.#create(body, ctx.signal);
    return ctx.status(201).json(this.#loginResponse(user));
  }

  async login(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    return this.#loginResponse(user);
  }

  /** Responds and does nothing else: a signed token stays valid until it expires. */
  logout() {}

  async me(ctx: Context) {
    const user = await this.users.find(ctx.get<string>('user_id'));
    if (user === undefined) throw new HttpError(401, 'Invalid token');
    return user;
  }

  async #create({ email, password, name }: RegisterDTO, signal: AbortSignal): Promise<User> {
    const hash = await this.passwords.hash(password, signal);
    try {
      return await this.users.create({ email, name, hash });
    } catch (error) {
      if (error instanceof EmailTaken) throw new HttpError(409, 'Email already registered');
      throw new HttpError(500, 'Failed to create user', { cause: error });
    }
  }

  #loginResponse(user: User): LoginResponse {
    try {
      return { token: this.tokens.sign(user), expires_in: lifetime, user };
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }
}
