// #region step-1
import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
// #starter
// import { type Context, type Controller, HttpError, type Route } from 'trellis';
// #endregion
import { RegisterDTO } from './auth.dto.ts';
// #region step-2
import { Passwords } from './passwords.ts';
// #endregion

/** Registration, over HTTP. */
export class AuthController implements Controller {
  // #region step-1
  @inject(UsersService) private readonly users!: UsersService;
  // #starter
  // // Step 1: the users service, by injection.
  // #endregion
  // #region step-2
  @inject(Passwords) private readonly passwords!: Passwords;
  // #endregion

  routes(): Route[] {
    return [
      {
        path: '/auth',
        children: [{ method: 'POST', path: '/register', handler: this.register }],
      },
    ];
  }

  async register(ctx: Context) {
    // #region step-1
    const { email, password, name } = await ctx.bind(RegisterDTO);
    // #starter
    // await ctx.bind(RegisterDTO);
    // #endregion
    // #region step-5
    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    // #starter
    // // Step 5: refuse what bcrypt would cut off.
    // #endregion
    // #region step-2
    const hash = await this.passwords.hash(password);
    // #starter
    // // Step 2: the hash of the password.
    // // Step 1: store the user, and answer 201 with it.
    // throw new HttpError(501);
    // #endregion
    // #region step-4
    try {
      // #endregion
      // #region step-1
      const user = await this.users.create({ email, name, hash });
      return ctx.status(201).json(user);
      // #endregion
      // #region step-4
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
    // #endregion
  }
}
