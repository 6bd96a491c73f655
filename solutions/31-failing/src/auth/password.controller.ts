import { type Context, type Controller, Database, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
import { accept } from './accept.ts';
import { BearerAuth } from './bearer-auth.ts';
import { Credentials } from './credentials.ts';
import { LoginLimit } from './login-limit.ts';
import { ChangePasswordDTO } from './password.dto.ts';
import { Passwords } from './passwords.ts';
import { SessionAuth } from './session-auth.ts';
import { setSessionCookie } from './session-cookie.ts';
import { type Session, SessionsService } from './sessions.service.ts';
import { TokenCutoffs } from './token-cutoffs.ts';
import { lifetime, TokensService } from './tokens.service.ts';

/** Changing a password, over HTTP. */
export class PasswordController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(TokensService) private readonly tokens!: TokensService;
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(TokenCutoffs) private readonly cutoffs!: TokenCutoffs;
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    return [
      {
        method: 'PUT',
        path: '/auth/password',
        // Never an API key: a program has no business changing the password of its owner.
        middlewares: [accept(BearerAuth, SessionAuth), LoginLimit],
        handler: this.change,
      },
    ];
  }

  /** Ends every session and token that the old password has created, and returns a new token to continue with. */
  async change(ctx: Context) {
    const { current_password, new_password } = await ctx.bind(ChangePasswordDTO);
    if (!this.passwords.fits(new_password)) throw new HttpError(400, 'Invalid request');
    const email = ctx.get<string>('user_email');
    const signIn = await this.credentials.check({ email, password: current_password }, ctx.signal);
    if (signIn === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });

    const { id } = signIn.user;
    const hash = await this.passwords.hash(new_password, ctx.signal);
    const hasSession = ctx.get<Session | undefined>('session') !== undefined;
    // All of it or nothing: a new password that doesn't end the sessions and tokens of the old one would protect nobody.
    const opened = await this.db.transaction(async (tx) => {
      // Only if the password is still the one that was checked: of two changes at the same time, one has to fail.
      const isReplaced = await this.users.replaceHash(id, signIn.hash, hash, tx);
      if (!isReplaced) return undefined;
      const startedAt = await this.cutoffs.set(id, tx);
      const session = hasSession && (await this.sessions.create(id, ctx.header('User-Agent'), startedAt, tx));
      // Read after `startedAt`, because the role may have changed meanwhile.
      const user = (await this.users.find(id, tx))!;
      return { session, token: this.tokens.sign(user, startedAt), user };
    });
    if (opened === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });
    if (opened.session) setSessionCookie(ctx, opened.session);
    return { token: opened.token, expires_in: lifetime, user: opened.user };
  }
}
