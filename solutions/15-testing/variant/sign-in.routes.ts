import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { gate } from './gate.ts';
import { People, type Person } from './people.ts';
import { Sessions, type SignIn } from './sessions.ts';
import { Signer } from './signer.ts';
import { Tickets } from './tickets.ts';

class Registration {
  @field('required,max=100') name!: string;
  @field('required,min=8') password!: string;
  @field('required,email,max=254') email!: string;
}

class PasswordLogin {
  @field('required') password!: string;
  @field('required,email') email!: string;
}

class Exchange {
  @field('required') refresh_token!: string;
}

class Goodbye {
  @field() refresh_token!: string;
}

/** The cookie, written by hand: which attributes it has matters, not in which order. */
function sendCookie(ctx: Context, id: string, seconds: number): void {
  const secure = process.env.NODE_ENV === 'development' ? '' : '; Secure';
  ctx.response.setHeader('Set-Cookie', `session_id=${id}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}${secure}`);
}

/** Accounts: register, log in with a password, log out, and who am I. */
export class AccountRoutes implements Controller {
  @inject(People) private readonly people!: People;
  @inject(Sessions) private readonly sessions!: Sessions;
  @inject(Signer) private readonly signer!: Signer;
  @inject(Tickets) private readonly tickets!: Tickets;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/auth/me', middlewares: [gate('bearer')], handler: this.me },
      { method: 'POST', path: '/auth/logout', handler: this.leave },
      { method: 'POST', path: '/auth/login', handler: this.enter },
      { method: 'POST', path: '/auth/register', handler: this.join },
    ];
  }

  async join(ctx: Context) {
    const { email, name, password } = await ctx.bind(Registration);
    return ctx.status(201).json(this.#welcome(await this.people.add(email, name, password)));
  }

  async enter(ctx: Context) {
    const { email, password } = await ctx.bind(PasswordLogin);
    return this.#welcome(await this.people.withPassword(email, password));
  }

  async leave(ctx: Context) {
    await this.sessions.close(ctx.cookie('session_id'));
    sendCookie(ctx, '', 0);
    const ticket = await ctx.bind(Goodbye).then(
      ({ refresh_token }) => this.tickets.find(refresh_token),
      () => undefined,
    );
    if (ticket !== undefined) await this.tickets.end(ticket.chain);
    return ctx.status(204).send('');
  }

  async me(ctx: Context) {
    const person = await this.people.byId(ctx.get<string>('user_id'));
    if (person === undefined) throw new HttpError(401, 'Invalid token');
    return person;
  }

  #welcome(user: Person) {
    return { user, expires_in: this.signer.seconds, token: this.signer.sign(user) };
  }
}

/** Sessions: sign in and out with a cookie, and see where else. */
export class SessionRoutes implements Controller {
  @inject(People) private readonly people!: People;
  @inject(Sessions) private readonly sessions!: Sessions;

  routes(): Route[] {
    const mine = [gate('bearer', 'session')];
    return [
      { method: 'POST', path: '/auth/session', handler: this.begin },
      { method: 'GET', path: '/auth/session', middlewares: [gate('session')], handler: this.current },
      { method: 'DELETE', path: '/auth/session', handler: this.end },
      { method: 'GET', path: '/auth/sessions', middlewares: mine, handler: this.list },
      { method: 'DELETE', path: '/auth/sessions', middlewares: mine, handler: this.endOthers },
      { method: 'DELETE', path: '/auth/sessions/:id', middlewares: mine, handler: this.endOne },
    ];
  }

  async begin(ctx: Context) {
    const { email, password } = await ctx.bind(PasswordLogin);
    const user = await this.people.withPassword(email, password);
    await this.sessions.close(ctx.cookie('session_id'));
    const id = await this.sessions.begin(user.id, ctx.header('user-agent'));
    sendCookie(ctx, id, 24 * 60 * 60);
    return { user };
  }

  current(ctx: Context) {
    const { since, person_id } = ctx.get<SignIn>('sign_in');
    return { created_at: new Date(since).toISOString(), user_id: person_id };
  }

  async end(ctx: Context) {
    await this.sessions.close(ctx.cookie('session_id'));
    sendCookie(ctx, '', 0);
    return ctx.status(204).send('');
  }

  async list(ctx: Context) {
    const here = ctx.get<SignIn | undefined>('sign_in')?.handle;
    const entries = await this.sessions.of(ctx.get<string>('user_id'));
    return entries.map(({ handle, agent, since, used }) => ({
      current: handle === here,
      id: handle,
      user_agent: agent,
      last_used_at: new Date(used).toISOString(),
      created_at: new Date(since).toISOString(),
    }));
  }

  async endOthers(ctx: Context) {
    const here = ctx.get<SignIn | undefined>('sign_in')?.handle;
    const person_id = ctx.get<string>('user_id');
    for (const { handle } of await this.sessions.of(person_id))
      if (handle !== here) await this.sessions.closeOne(handle, person_id);
    return ctx.status(204).send('');
  }

  async endOne(ctx: Context) {
    await this.sessions.closeOne(ctx.param('id'), ctx.get<string>('user_id'));
    return ctx.status(204).send('');
  }
}

/** Pairs of tokens. */
export class TokenRoutes implements Controller {
  @inject(People) private readonly people!: People;
  @inject(Signer) private readonly signer!: Signer;
  @inject(Tickets) private readonly tickets!: Tickets;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/auth/refresh', handler: this.exchange },
      { method: 'POST', path: '/auth/tokens', handler: this.issue },
    ];
  }

  async issue(ctx: Context) {
    const { email, password } = await ctx.bind(PasswordLogin);
    const person = await this.people.withPassword(email, password);
    return this.#pair(person, await this.tickets.first(person.id));
  }

  async exchange(ctx: Context) {
    const { refresh_token } = await ctx.bind(Exchange);
    const ticket = await this.tickets.find(refresh_token);
    const person = ticket && (await this.people.byId(ticket.person_id));
    const next = person && (await this.tickets.exchange(refresh_token));
    if (!person || !next) throw new HttpError(401, 'invalid refresh token');
    return this.#pair(person, next);
  }

  #pair(person: Person, refresh_token: string) {
    return { expires_in: this.signer.seconds, refresh_token, access_token: this.signer.sign(person) };
  }
}
