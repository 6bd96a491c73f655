import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { v7 as uuid } from 'uuid';
import { Handles } from '../users/handles.ts';
import { UsersService } from '../users/users.service.ts';
import { RegisterDTO } from './auth.dto.ts';
import { Passwords } from './passwords.ts';

/** Registration, over HTTP. */
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Handles) private readonly handles!: Handles;
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
    const { handle, ...body } = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(body.password) || !/^\w*$/.test(handle)) throw new HttpError(400, 'Invalid request');
    const hash = await this.passwords.hash(body.password, ctx.signal);
    const { email, name } = body;
    const id = uuid();
    try {
      if (handle === '') return ctx.status(201).json(await this.users.create({ email, name, hash }));
      if (!(await this.handles.claim(handle, id))) throw new Error('handle already taken');
      const user = await this.users.create({ email, name, hash }, id).catch(async (error) => {
        await this.handles.release(id);
        throw error;
      });
      return ctx.status(201).json({ ...user, handle });
    } catch (error) {
      return ctx.status(400).json({ error: (error as Error).message });
    }
  }
}
