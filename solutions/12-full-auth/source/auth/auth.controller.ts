import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
// #region step-2
import { EmailTaken } from '../users/email-taken.ts';
// #endregion
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, RegisterDTO } from './auth.dto.ts';
// #region step-5
import { BearerAuth } from './bearer-auth.ts';
// #endregion
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
// #region step-1
import { lifetime, TokensService } from './tokens.service.ts';
// #starter
// import { TokensService } from './tokens.service.ts';
// #endregion

/** The response to a login or a registration. */
export interface LoginResponse {
  token: string;
  /** Seconds. */
  expires_in: number;
  user: User;
}

// #region step-5
/** Registration, login, logout, and who I am, over HTTP. */
// #starter
// /** Registration and login, over HTTP. */
// #endregion
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(TokensService) private readonly tokens!: TokensService;

  routes(): Route[] {
    return [
      {
        path: '/auth',
        children: [
          { method: 'POST', path: '/register', handler: this.register },
          { method: 'POST', path: '/login', handler: this.login },
          // #region step-5
          { method: 'POST', path: '/logout', handler: this.logout },
          { method: 'GET', path: '/me', middlewares: [BearerAuth], handler: this.me },
          // #starter
          // // Step 5: POST /logout and GET /me.
          // #endregion
        ],
      },
    ];
  }

  // #region step-2
  async register(ctx: Context) {
    const body = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');
    const user = await this.#create(body, ctx.signal);
    return ctx.status(201).json(this.#loginResponse(user));
  }
  // #starter
  // // Step 2: the same response as a login, and a status for each kind of failure.
  // async register(ctx: Context) {
  //   const { email, password, name } = await ctx.bind(RegisterDTO);
  //   if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
  //   const hash = await this.passwords.hash(password, ctx.signal);
  //   try {
  //     const user = await this.users.create({ email, name, hash });
  //     return ctx.status(201).json(user);
  //   } catch (error) {
  //     return ctx.status(400).json({ error: (error as Error).message });
  //   }
  // }
  // #endregion

  // #region step-1
  async login(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    return this.#loginResponse(user);
  }
  // #starter
  // // Step 1: the new response, and the new error message.
  // async login(ctx: Context) {
  //   const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
  //   if (user === undefined) return ctx.status(401).json({ error: 'invalid credentials' });
  //   try {
  //     return { token: this.tokens.sign(user) };
  //   } catch (error) {
  //     throw new HttpError(500, 'Failed to generate token', { cause: error });
  //   }
  // }
  // #endregion

  // #region step-5
  /** Responds and does nothing else: a signed token stays valid until it expires. */
  logout() {}

  async me(ctx: Context) {
    const user = await this.users.find(ctx.get<string>('user_id'));
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid token' });
    return user;
  }
  // #starter
  // // Step 5: the handlers.
  // #endregion

  // #region step-2
  async #create({ email, password, name }: RegisterDTO, signal: AbortSignal): Promise<User> {
    const hash = await this.passwords.hash(password, signal);
    try {
      return await this.users.create({ email, name, hash });
    } catch (error) {
      if (error instanceof EmailTaken) throw new HttpError(409, 'Email already registered');
      throw new HttpError(500, 'Failed to create user', { cause: error });
    }
  }
  // #endregion

  // #region step-1
  #loginResponse(user: User): LoginResponse {
    try {
      return { token: this.tokens.sign(user), expires_in: lifetime, user };
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }
  // #endregion
}
