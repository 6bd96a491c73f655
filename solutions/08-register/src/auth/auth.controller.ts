// #region step-1
import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
// #starter
// import { type Context, type Controller, HttpError, type Route } from 'trellis';
// #endregion
import { RegisterDTO } from './auth.dto.ts';
// #region step-1
import { Passwords } from './passwords.ts';
// #endregion

/** Registration, over HTTP. */
export class AuthController implements Controller {
  // #region step-1
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  // #starter
  // // Step 1: the users and the passwords, by injection.
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
    // #region step-4
    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    // #starter
    // // Step 4: refuse what bcrypt would cut off.
    // #endregion
    // #region step-1
    const hash = await this.passwords.hash(password);
    // #starter
    // // Step 1: store the user with the hash of the password, and answer 201 with the user.
    // throw new HttpError(501);
    // #endregion
    // #region step-3
    try {
      // #endregion
      // #region step-1
      const user = await this.users.create({ email, name, hash });
      return ctx.status(201).json(user);
      // #endregion
      // #region step-3
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
    // #endregion
  }
}
