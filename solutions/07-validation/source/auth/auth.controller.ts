// #region step-4
import { type Context, type Controller, HttpError, type Route } from 'trellis';
// #starter
// import type { Context, Controller, Route } from 'trellis';
// #endregion
// #region step-3
import { RegisterDTO } from './auth.dto.ts';
// #endregion

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
    // #region step-3
    await ctx.bind(RegisterDTO);
    // #starter
    // // Step 3: bind the body.
    // #endregion
    // #region step-4
    throw new HttpError(501);
    // #starter
    // // Step 4: throw an HttpError.
    // #endregion
  }
}
