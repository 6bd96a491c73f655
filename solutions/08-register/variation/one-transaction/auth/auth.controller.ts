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
        children: [{ method: 'POST', path: '/register', handler: this.register }],
      },
    ];
  }

  async register(ctx: Context) {
    const { email, password, name, handle } = await ctx.bind(RegisterDTO);
    const isHandle = handle === '' || /^[A-Za-z0-9_]{3,20}$/.test(handle);
    if (!isHandle || !this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    const hash = await this.passwords.hash(password, ctx.signal);
    try {
      const user = await this.users.create({ email, name, hash }, handle);
      return ctx.status(201).json(user);
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
  }
}
