import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
// #region step-1
import { LoginDTO, RegisterDTO } from './auth.dto.ts';
// #starter
// import { RegisterDTO } from './auth.dto.ts';
// #endregion
// #region step-2
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
  // #region step-2
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
        // // Step 1: a second child, for the login.
        // children: [{ method: 'POST', path: '/register', handler: this.register }],
        // #endregion
      },
    ];
  }

  async register(ctx: Context) {
    const { email, password, name } = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    const hash = await this.passwords.hash(password);
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
    // #region step-2
    const user = await this.credentials.check(await ctx.bind(LoginDTO));
    // #endregion
    // #region step-1
    if (user === undefined) return ctx.status(401).json({ error: 'invalid credentials' });
    // #endregion
    // #region step-5
    try {
      // #endregion
      // #region step-4
      return { token: this.tokens.sign(user) };
      // #endregion
      // #region step-5
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
    // #endregion
    // #region step-1
  }
  // #starter
  // // Step 1: the handler of the login.
  // #endregion
}
