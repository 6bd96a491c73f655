// #region step-3
import { type Context, type Controller, HttpError, type Route } from 'trellis';
import { RegisterDTO } from './auth.dto.ts';

/** Registration, over HTTP. */
export class AuthController implements Controller {
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
    // #endregion
    // #region step-4
    throw new HttpError(501);
    // #endregion
    // #region step-3
  }
}
// #endregion
