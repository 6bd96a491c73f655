import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
import { RegisterDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';

/** Registration, over HTTP. */
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;

  routes(): Route[] {
    return [
      {
        path: '/auth',
        // Step 1: add a second child for the login.
        children: [{ method: 'POST', path: '/register', handler: this.register }],
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

  // Step 1: the handler for the login.
}
