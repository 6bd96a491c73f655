import { type Context, HttpError, inject } from 'trellis';
import type { Post } from '../posts/post.ts';
import { EmailTaken } from '../users/email-taken.ts';
import type { User } from '../users/user.ts';
import { UsersService } from '../users/users.service.ts';
import { LoginDTO, RegisterDTO } from './auth.dto.ts';
import { Credentials } from './credentials.ts';
import { Passwords } from './passwords.ts';
import { TokensService } from './tokens.service.ts';

/** The contract of chapter 11, for clients that ask for it. It will be deleted as a whole one day. */
export class Version1 {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(Credentials) private readonly credentials!: Credentials;
  @inject(TokensService) private readonly tokens!: TokensService;

  async register(ctx: Context) {
    const { email, password, name } = await ctx.bind(RegisterDTO);
    if (!this.passwords.fits(password)) throw new HttpError(400, 'Invalid request');
    const hash = await this.passwords.hash(password, ctx.signal);
    const user = await this.users.create({ email, name, hash }).catch((error: unknown) => {
      if (error instanceof EmailTaken) throw new HttpError(400, 'email already registered');
      throw new HttpError(500, 'Failed to create user', { cause: error });
    });
    return ctx.status(201).json(userIn1(user));
  }

  async login(ctx: Context) {
    const user = await this.credentials.check(await ctx.bind(LoginDTO), ctx.signal);
    if (user === undefined) throw new HttpError(401, 'invalid credentials');
    try {
      return { token: this.tokens.sign(user) };
    } catch (error) {
      throw new HttpError(500, 'Failed to generate token', { cause: error });
    }
  }
}

export function userIn1({ id, email, name, created_at }: User): Omit<User, 'role'> {
  return { id, email, name, created_at };
}

export function postIn1(post: Post) {
  return { ...post, ...(post.author && { author: userIn1(post.author) }) };
}
