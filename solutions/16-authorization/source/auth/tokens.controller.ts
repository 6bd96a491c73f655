import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, RefreshDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { anyone } from './policies.ts';
import { type Family, RefreshTokensService } from './refresh-tokens.service.ts';
import { lifetime, TokensService } from './tokens.service.ts';

/** An access token for every request, and a refresh token to get the next pair with. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds until the access token expires. */
  expires_in: number;
}

/** Pairs of tokens, over HTTP. */
export class TokensController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(TokensService) private readonly tokens!: TokensService;
  @inject(RefreshTokensService) private readonly refreshTokens!: RefreshTokensService;
  @inject(UsersService) private readonly users!: UsersService;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/auth/tokens', middlewares: [anyone], handler: this.issue },
      { method: 'POST', path: '/auth/refresh', middlewares: [anyone], handler: this.refresh },
    ];
  }

  async issue(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    return this.#pair(user, await this.refreshTokens.startFamily(user.id));
  }

  async refresh(ctx: Context) {
    const { refresh_token } = await ctx.bind(RefreshDTO);
    const family = await this.refreshTokens.familyOf(refresh_token);
    const user = family && (await this.users.find(family.user_id));
    const pair = user && (await this.#pair(user, family));
    // Consumed last: if anything before this line fails, the client can try again with the same token.
    if (!pair || !(await this.refreshTokens.consume(refresh_token, family))) {
      return ctx.status(401).json({ error: 'invalid refresh token' });
    }
    return pair;
  }

  async #pair(user: User, family: Family): Promise<TokenPair> {
    const access_token = this.#sign(user);
    const refresh_token = await this.refreshTokens.generate(family);
    return { access_token, refresh_token, expires_in: lifetime };
  }

  #sign(user: User): string {
    try {
      return this.tokens.sign(user);
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }
}
