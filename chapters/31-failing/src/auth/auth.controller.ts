import { Clock, type Context, type Controller, HttpError, inject, type Route, Unavailable } from 'trellis';
import { EmailTaken } from '../users/email-taken.ts';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, LogoutDTO, RegisterDTO } from './auth.dto.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { Passwords } from './passwords.ts';
import { anyone } from './policies.ts';
import { RefreshTokensService } from './refresh-tokens.service.ts';
import { RegisterLimit } from './register-limit.ts';
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts';
import { SessionsService } from './sessions.service.ts';
import { lifetime, TokensService } from './tokens.service.ts';

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
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(TokensService) private readonly tokens!: TokensService;
  @inject(RefreshTokensService) private readonly refreshTokens!: RefreshTokensService;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [
      {
        path: '/auth',
        children: [
          { method: 'POST', path: '/register', middlewares: [anyone, RegisterLimit], handler: this.register },
          { method: 'POST', path: '/login', middlewares: [anyone, LoginLimit], handler: this.login },
          { method: 'POST', path: '/logout', middlewares: [anyone], handler: this.logout },
          { method: 'GET', path: '/me', middlewares: [BearerAuth], handler: this.me },
        ],
      },
    ];
  }

  async register(ctx: Context) {
    const body = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(body.password)) throw new HttpError(400, 'Invalid request');
    const user = await this.#create(body, ctx.signal);
    return ctx.status(201).json(this.#loginResponse(user, this.clock.now()));
  }

  async login(ctx: Context) {
    const signIn = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (signIn === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    return this.#loginResponse(signIn.user, signIn.startedAt);
  }

  /** Ends the session and revokes the refresh tokens. A signed token can't be ended: it stays valid until it expires. */
  async logout(ctx: Context) {
    await this.sessions.destroy(readSessionCookie(ctx));
    clearSessionCookie(ctx);
    // A logout always succeeds: a body that can't be read names no refresh token.
    const body = await ctx.bind(LogoutDTO).catch(() => undefined);
    const family = body?.refresh_token && (await this.refreshTokens.familyOf(body.refresh_token));
    if (family) await this.refreshTokens.revoke(family);
  }

  async me(ctx: Context) {
    const user = await this.users.find(ctx.get<string>('user_id'));
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid token' });
    return user;
  }

  async #create({ email, password, name }: RegisterDTO, signal: AbortSignal): Promise<User> {
    const hash = await this.passwords.hash(password, signal);
    try {
      return await this.users.create({ email, name, hash });
    } catch (error) {
      if (error instanceof EmailTaken) throw new HttpError(409, 'Email already registered');
      if (error instanceof Unavailable) throw error;
      throw new HttpError(500, 'Failed to create user', { cause: error });
    }
  }

  #loginResponse(user: User, startedAt: number): LoginResponse {
    try {
      return { token: this.tokens.sign(user, startedAt), expires_in: lifetime, user };
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }
}
