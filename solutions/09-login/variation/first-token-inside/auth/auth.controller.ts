import { type Context, type Controller, HttpError, inject, type Route } from 'trellis';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, RegisterDTO, RenewDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { TokensService } from './tokens.service.ts';

/** Registration and login, over HTTP. */
export class AuthController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(TokensService) private readonly tokens!: TokensService;

  routes(): Route[] {
    return [
      {
        path: '/auth',
        children: [
          { method: 'POST', path: '/register', handler: this.register },
          { method: 'POST', path: '/login', handler: this.login },
          { method: 'POST', path: '/renew', handler: this.renew },
        ],
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

  async login(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) return ctx.status(401).json({ error: 'invalid credentials' });
    try {
      return { token: this.tokens.sign(user) };
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }

  async renew(ctx: Context) {
    const { token } = await ctx.bind(RenewDTO);
    const renewed = await this.tokens.renew(token, (id) => this.users.findById(id));
    return renewed === undefined ? ctx.status(401).json({ error: 'invalid token' }) : { token: renewed };
  }
}
