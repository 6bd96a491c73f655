import type { Context, Controller, Route } from 'trellis';

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
    // Step 3: bind the body.
    // Step 4: throw an HttpError.
  }
}
