import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import type { User } from '../users/user.ts';
import { LoginDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { lifetime, TokensService } from './tokens.service.ts';

/** A token for every request, and one to get the next pair with. */
export interface TokenPair {
  access_token: string;
  refresh_token: string;
  /** Seconds until the access token is worth nothing. */
  expires_in: number;
}

/** Pairs of tokens, over HTTP. */
export class TokensController implements Controller {
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(TokensService) private readonly tokens!: TokensService;
  // Step 1: the refresh tokens, by injection.

  routes(): Route[] {
    return [
      {
        path: '/auth',
        children: [
          { method: 'POST', path: '/tokens', handler: this.issue },
          // Step 2: the route of a refresh.
        ],
      },
    ];
  }

  async issue(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    return this.#pair(user);
  }

  // Step 2: the handler of a refresh.

  async #pair(user: User): Promise<TokenPair> {
    const access_token = this.#sign(user);
    // Step 1: a new refresh token of this user.
    const refresh_token = 'none yet';
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
