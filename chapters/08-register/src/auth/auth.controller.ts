import { type Context, type Controller, HttpError, type Route } from 'trellis';
import { RegisterDTO } from './auth.dto.ts';

/** Registration, over HTTP. */
export class AuthController implements Controller {
  // Step 1: the users service, by injection.

  routes(): Route[] {
    return [
      {
        path: '/auth',
        children: [{ method: 'POST', path: '/register', handler: this.register }],
      },
    ];
  }

  async register(ctx: Context) {
    await ctx.bind(RegisterDTO);
    // Step 5: refuse what bcrypt would cut off.
    // Step 2: the hash of the password.
    // Step 1: store the user, and answer 201 with it.
    throw new HttpError(501);
  }
}
