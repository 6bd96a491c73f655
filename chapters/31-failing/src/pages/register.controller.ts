import { Clock, type Context, type Controller, field, inject, type Route } from 'trellis';
import { RegisterDTO } from '../auth/auth.dto.ts';
import { Passwords } from '../auth/passwords.ts';
import { RegisterLimit } from '../auth/register-limit.ts';
import { readSessionCookie, setSessionCookie } from '../auth/session-cookie.ts';
import { SessionsService } from '../auth/sessions.service.ts';
import { EmailTaken } from '../users/email-taken.ts';
import { UsersService } from '../users/users.service.ts';
import { type Problems, problemsOf } from './form.ts';
import { registerView } from './register.views.ts';

/** What the form shows again if it was refused. Not the password: it would be in the source of the page. */
class RegisterInput {
  @field() email!: string;
  @field() name!: string;
}

/** The form for new users. */
export class RegisterController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Passwords) private readonly passwords!: Passwords;
  @inject(SessionsService) private readonly sessions!: SessionsService;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/auth/register', handler: this.form },
      { method: 'POST', path: '/auth/register', middlewares: [RegisterLimit], handler: this.register },
    ];
  }

  form(ctx: Context) {
    return registerView(ctx);
  }

  async register(ctx: Context) {
    const input = await ctx.bind(RegisterInput);
    try {
      const body = await ctx.bind(RegisterDTO);
      if (!this.passwords.fits(body.password)) return this.#again(ctx, input, { password: 'is too long' });
      const hash = await this.passwords.hash(body.password, ctx.signal);
      const user = await this.users.create({ email: body.email, name: body.name, hash });
      await this.sessions.destroy(readSessionCookie(ctx));
      setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent'), this.clock.now()));
    } catch (error) {
      const isTaken = error instanceof EmailTaken;
      return this.#again(ctx, input, isTaken ? { email: 'is already registered' } : problemsOf(error));
    }
    return ctx.redirect('/', 303);
  }

  #again(ctx: Context, input: RegisterInput, problems: Problems) {
    ctx.status(422);
    return registerView(ctx, input, problems);
  }
}
