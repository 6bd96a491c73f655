import { Clock, type Context, type Controller, HttpError, inject, KeyValue, type Route } from 'trellis';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, RefreshDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { anyone } from './policies.ts';
import { type Family, RefreshTokensService } from './refresh-tokens.service.ts';
import { TokenCutoffs } from './token-cutoffs.ts';
import { lifetime, TokensService } from './tokens.service.ts';

/** Refreshes of one user per period, in seconds. A client needs about one a day, and the store remembers each for a month. */
const most = 600;
const period = 3_600;

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
  @inject(TokenCutoffs) private readonly cutoffs!: TokenCutoffs;
  @inject(Clock) private readonly clock!: Clock;
  @inject(KeyValue) private readonly store!: KeyValue;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/auth/tokens', middlewares: [anyone, LoginLimit], handler: this.issue },
      { method: 'POST', path: '/auth/refresh', middlewares: [anyone], handler: this.refresh },
    ];
  }

  async issue(ctx: Context) {
    const signIn = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (signIn === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    await this.#limit(ctx, signIn.user.id);
    const { user, startedAt } = signIn;
    return this.#pair(user, await this.refreshTokens.startFamily(user.id, startedAt), startedAt);
  }

  async refresh(ctx: Context) {
    const { refresh_token } = await ctx.bind(RefreshDTO);
    const now = this.clock.now();
    const family = await this.refreshTokens.familyOf(refresh_token);
    if (family !== undefined) await this.#limit(ctx, family.user_id);
    const user = family && (await this.users.find(family.user_id));
    const startedAt = family && Date.parse(family.started_at);
    const isCurrent = startedAt && (await this.cutoffs.accepts(family.user_id, startedAt));
    const pair = user && isCurrent && (await this.#pair(user, family, Math.max(now, startedAt)));
    if (!pair) return ctx.status(401).json({ error: 'invalid refresh token' });
    // Consumed last: if anything before this line fails, the client can try again with the same token.
    if (await this.refreshTokens.consume(refresh_token, family)) return pair;
    // Somebody has a copy of it, and may have exchanged it for an access token. If the cutoff fails, the family is still there,
    // and the next attempt sets it.
    await this.cutoffs.set(family.user_id);
    await this.refreshTokens.revoke(family);
    return ctx.status(401).json({ error: 'invalid refresh token' });
  }

  async #limit(ctx: Context, user_id: string): Promise<void> {
    const key = `refreshes:${user_id}`;
    if ((await this.store.increment(key, { ttl: period })) <= most) return;
    ctx.response.setHeader('Retry-After', (await this.store.ttl(key)) ?? period);
    throw new HttpError(429, 'Too many requests');
  }

  async #pair(user: User, family: Family, startedAt: number): Promise<TokenPair> {
    const access_token = this.#sign(user, startedAt);
    const refresh_token = await this.refreshTokens.generate(family);
    return { access_token, refresh_token, expires_in: lifetime };
  }

  #sign(user: User, startedAt: number): string {
    try {
      return this.tokens.sign(user, startedAt);
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }
}
