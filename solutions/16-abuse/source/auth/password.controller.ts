import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
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

  routes(): Route[] {
    return [
      {
        method: 'PUT',
        path: '/auth/password',
        // Never an API key: a program has no business changing the password of its owner.
        // #region step-3
        middlewares: [accept(BearerAuth, SessionAuth), LoginLimit],
        // #starter
        // // Step 3: a limit for guesses.
        // middlewares: [accept(BearerAuth, SessionAuth)],
        // #endregion
        handler: this.change,
      },
    ];
  }

  // #region step-2
  /** Ends everything that the old password has opened, and returns a new token to continue with. */
  async change(ctx: Context) {
    const { current_password, new_password } = await ctx.bind(ChangePasswordDTO);
    if (!this.passwords.fits(new_password)) throw new HttpError(400, 'Invalid request');
    const email = ctx.get<string>('user_email');
    const user = await this.credentials.check({ email, password: current_password }, ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'Invalid credentials' });

    await this.users.setHash(user.id, await this.passwords.hash(new_password, ctx.signal));
    await this.cutoffs.set(user.id);
    await this.sessions.endOthers(user.id);
    // #starter
    // // Step 2: ask for the current password, and end everything that it has opened.
    // async change(ctx: Context) {
    //   const { new_password } = await ctx.bind(ChangePasswordDTO);
    //   if (!this.passwords.fits(new_password)) throw new HttpError(400, 'Invalid request');
    //   const user = await this.users.find(ctx.get<string>('user_id'));
    //   if (user === undefined) return ctx.status(401).json({ error: 'Invalid token' });
    //
    //   await this.users.setHash(user.id, await this.passwords.hash(new_password, ctx.signal));
    // #endregion
    if (ctx.get<Session | undefined>('session') !== undefined) {
      setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent')));
    }
    return { token: this.tokens.sign(user), expires_in: lifetime, user };
  }
}
