import { type Context, type Controller, HttpError, type Route } from 'trellis';
import { RegisterDTO } from './auth.dto.ts';

/** Registration, over HTTP. */
export class AuthController implements Controller {
  // Step 2: inject the users service.

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
    // Step 6: reject a password that bcrypt would truncate.
    // Step 2: create the user and respond with 201.
    throw new HttpError(501);
  }
}
