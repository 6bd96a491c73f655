import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
// #region step-1
import { LoginDTO, RegisterDTO } from './auth.dto.ts';
// #starter
// import { RegisterDTO } from './auth.dto.ts';
// #endregion
// #region step-3
import { Credentials } from './credentials.ts';
// #endregion
import { Passwords } from './passwords.ts';
// #region step-4
import { TokensService } from './tokens.service.ts';
// #endregion

// #region step-1
/** Registration and login, over HTTP. */
// #starter
// /** Registration, over HTTP. */
// #endregion
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  // #region step-3
  @inject(Credentials) private readonly credentials!: Credentials;
  // #endregion
  // #region step-4
  @inject(TokensService) private readonly tokens!: TokensService;
  // #endregion

  routes(): Route[] {
    return [
      {
        path: '/auth',
        // #region step-1
        children: [
          { method: 'POST', path: '/register', handler: this.register },
          { method: 'POST', path: '/login', handler: this.login },
        ],
        // #starter
        // // Step 1: add a second child for the login.
        // children: [{ method: 'POST', path: '/register', handler: this.register }],
        // #endregion
      },
    ];
  }

  async register(ctx: Context) {
    const { email, password, name } = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    const hash = await this.passwords.hash(password, ctx.signal);
    try {
      const user = await this.users.create({ email, name, hash });
      return ctx.status(201).json(user);
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
  }

  // #region step-1
  async login(ctx: Context) {
    // #endregion
    // #region step-3
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'invalid credentials' });
    // #step-2
    // const { email, password } = await ctx.bind(LoginDTO);
    // const row = await this.users.findByEmail(email);
    // const isRight = row !== undefined && (await this.passwords.matches(password, row.password, ctx.signal));
    // if (!isRight) return ctx.status(401).json({ error: 'invalid credentials' });
    // #step-1
    // await ctx.bind(LoginDTO);
    // return ctx.status(401).json({ error: 'invalid credentials' });
    // #endregion
    // #region step-5
    try {
      return { token: this.tokens.sign(user) };
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
    // #step-4
    // return { token: this.tokens.sign(user) };
    // #step-2
    // return { token: '' };
    // #endregion
    // #region step-1
  }
  // #starter
  // // Step 1: the handler for the login.
  // #endregion
}
