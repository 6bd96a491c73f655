import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { HandlesService } from '../handles/handles.service.ts';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { RegisterDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';

/** Registration, over HTTP. */
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(HandlesService) private readonly handles!: HandlesService;
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
    if (!this.passwords.fits(password) || /^.{1,2}$|[^a-zA-Z\d_]/s.test(handle))
      throw new HttpError(400, 'Invalid request');
    const hash = await this.passwords.hash(password, ctx.signal);
    try {
      const user = await this.users.create({ email, name, hash });
      return ctx.status(201).json(handle === '' ? user : await this.withHandle(user, handle));
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
  }

  private async withHandle(user: User, handle: string) {
    let isGiven = false;
    try {
      isGiven = await this.handles.give(handle, user.id);
    } finally {
      if (!isGiven) await this.users.delete(user.id);
    }
    if (!isGiven) throw new Error('handle already taken');
    return { ...user, handle };
  }
}
