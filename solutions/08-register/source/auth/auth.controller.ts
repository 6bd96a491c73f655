// #region step-2
import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
// #starter
// import { type Context, type Controller, HttpError, type Route } from 'trellis';
// #endregion
import { RegisterDTO } from './auth.dto.ts';
// #region step-3
import { Passwords } from './passwords.ts';
// #endregion

/** Registration, over HTTP. */
export class AuthController implements Controller {
  // #region step-2
  @inject(UsersService) private readonly users!: UsersService;
  // #starter
  // // Step 2: inject the users service.
  // #endregion
  // #region step-3
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
    // #region step-3
    const { email, password, name } = await ctx.bind(RegisterDTO);
    // #step-2
    // const { email, name } = await ctx.bind(RegisterDTO);
    // #starter
    // await ctx.bind(RegisterDTO);
    // #endregion
    // #region step-6
    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    // #starter
    // // Step 6: reject a password that bcrypt would truncate.
    // #endregion
    // #region step-5
    // #step-2
    // if (await this.users.isTaken(email)) return ctx.status(400).json({ error: 'email already registered' });
    // #endregion
    // #region step-4
    const hash = await this.passwords.hash(password, ctx.signal);
    // #step-3
    // const hash = await this.passwords.hash(password);
    // #step-2
    // // Step 3: the hash of the password.
    // const hash = '!';
    // #starter
    // // Step 2: create the user and respond with 201.
    // throw new HttpError(501);
    // #endregion
    // #region step-5
    try {
      const user = await this.users.create({ email, name, hash });
      return ctx.status(201).json(user);
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
    // #step-2
    // const user = await this.users.create({ email, name, hash });
    // return ctx.status(201).json(user);
    // #endregion
  }
}
