import { createHash, randomBytes, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import {
  type Context,
  type Controller,
  Database,
  field,
  HttpError,
  html,
  inject,
  KeyValue,
  type Middleware,
  module,
  type Next,
  type Route,
} from 'trellis';
import { describe } from 'trellis/openapi';

export interface Member {
  id: string;
  name: string;
}

interface StoredMember extends Member {
  salt: string;
  digest: string;
}

/** One of the settings that OWASP recommends for scrypt. It takes a few tenths of a second, for us and for an attacker. */
const cost = { N: 2 ** 14, r: 8, p: 5 };

function digestOf(password: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, cost, (error, digest) => (error ? reject(error) : resolve(digest)));
  });
}

/** Node runs scrypt in four threads, which also read files and look up names: leave two of them to those. */
const mostRunning = 2;
/** The last one waits for a few seconds. In a longer queue, clients would give up before their turn comes. */
const mostWaiting = 16;

/** Bounds the work for passwords: a digest takes a thread until it is finished, even if its client has disconnected. */
export class PasswordQueue {
  #running = 0;
  readonly #waiting = new Set<() => void>();

  /** Runs `work` when it is its turn. Rejects with a 503 if the queue is full, or if `signal` aborts while it waits. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#running < mostRunning) this.#running++;
    else await this.#turn(signal);
    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      // The next one takes over the place of this one.
      if (next === undefined) this.#running--;
      else next();
    }
  }

  #turn(signal?: AbortSignal): Promise<void> {
    if (this.#waiting.size >= mostWaiting) throw new HttpError(503);
    return new Promise((resolve, reject) => {
      const start = () => {
        this.#waiting.delete(start);
        resolve();
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', () => this.#waiting.delete(start) && reject(signal.reason));
    });
  }
}

/** The store contains only hashes, so somebody who reads it can't use what it contains to log in. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

const twoWeeks = 14 * 24 * 60 * 60;

export class Accounts {
  @inject(Database) private readonly db!: Database;
  @inject(KeyValue) private readonly keys!: KeyValue;
  @inject(PasswordQueue) private readonly queue!: PasswordQueue;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists members (
      id text primary key, name text not null unique, salt text not null, digest text not null)`;
    await this.db
      .run`create table if not exists tokens (hash text primary key, member text not null references members (id))`;
  }

  async register(name: string, password: string, signal?: AbortSignal): Promise<Member> {
    const salt = randomBytes(16).toString('hex');
    const digest = (await this.queue.run(() => digestOf(password, salt), signal)).toString('hex');
    const member = await this.db.get<Member>`
      insert into members (id, name, salt, digest) values (${randomUUID()}, ${name}, ${salt}, ${digest}) returning id, name`;
    return member!;
  }

  /** Returns the id of a new session. The counter comes after the wait: a login that gets a 503 must not store anything. */
  login(name: string, password: string, signal?: AbortSignal): Promise<string> {
    return this.queue.run(() => this.#login(name, password), signal);
  }

  async #login(name: string, password: string): Promise<string> {
    const attempts = await this.keys.increment(`login:${name}`, { ttl: 900 });
    if (attempts > 10) throw new HttpError(429, 'Too many attempts. Try again in 15 minutes.');
    const row = await this.db.get<StoredMember>`select * from members where name = ${name}`;
    // For an unknown name, too: otherwise the response time would reveal which names exist.
    const digest = await digestOf(password, row?.salt ?? '');
    if (row === undefined || !timingSafeEqual(digest, Buffer.from(row.digest, 'hex'))) {
      throw new HttpError(401, 'Wrong name or password');
    }
    await this.keys.delete(`login:${name}`);
    const session = randomBytes(32).toString('base64url');
    await this.keys.set(`session:${hashOf(session)}`, { member: row.id }, { ttl: twoWeeks });
    return session;
  }

  async logout(session: string): Promise<void> {
    await this.keys.delete(`session:${hashOf(session)}`);
  }

  async memberOfSession(session: string): Promise<Member | undefined> {
    const found = await this.keys.get<{ member: string }>(`session:${hashOf(session)}`);
    return found && this.db.get<Member>`select id, name from members where id = ${found.member}`;
  }

  /** The token itself is shown once and can't be read again. The prefix lets secret scanners recognize it. */
  async createToken(member: Member): Promise<string> {
    const token = `shop_${randomBytes(32).toString('base64url')}`;
    await this.db.run`insert into tokens (hash, member) values (${hashOf(token)}, ${member.id})`;
    return token;
  }

  memberOfToken(token: string): Promise<Member | undefined> {
    return this.db.get<Member>`
      select members.id, name from members join tokens on tokens.member = members.id where hash = ${hashOf(token)}`;
  }
}

/** Accepts the token of a program or the session of a browser. */
export class RequireMember implements Middleware {
  @inject(Accounts) private readonly accounts!: Accounts;

  @describe({
    security: {
      Token: { type: 'http', scheme: 'bearer' },
      Session: { type: 'apiKey', in: 'cookie', name: 'session' },
    },
    responses: { 401: 'Log in first' },
  })
  async handle(ctx: Context, next: Next) {
    const member = await this.#identify(ctx);
    if (member !== undefined) {
      ctx.set('member', member);
      return next();
    }
    // A browser that opens a page gets the form. A script or another program gets an error.
    if (ctx.request.method === 'GET' && ctx.header('accept').includes('text/html')) return ctx.redirect('/login', 303);
    ctx.response.setHeader('www-authenticate', 'Bearer');
    throw new HttpError(401, 'Log in first');
  }

  async #identify(ctx: Context): Promise<Member | undefined> {
    const [scheme, token = ''] = ctx.header('authorization').split(' ');
    if (scheme !== '') return scheme === 'Bearer' ? this.accounts.memberOfToken(token) : undefined;
    const session = ctx.cookie('session');
    return session === '' ? undefined : this.accounts.memberOfSession(session);
  }
}

class Credentials {
  @field('required,max=100') name!: string;
  @field('required,max=200') password!: string;
}

/** `Secure` keeps the cookie off unencrypted connections. If nobody has set NODE_ENV, the cookie must be safe. */
const cookie = { maxAge: twoWeeks, secure: process.env.NODE_ENV !== 'development' };

export class AccountsController implements Controller {
  @inject(Accounts) private readonly accounts!: Accounts;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/login', handler: this.form },
      { method: 'POST', path: '/login', handler: this.login },
      { method: 'POST', path: '/logout', handler: this.logout },
      { method: 'GET', path: '/me', middlewares: [RequireMember], handler: this.me },
    ];
  }

  form() {
    return html`<!doctype html><title>Log in</title><form method="post">
      <label>Name <input name="name" autocomplete="username" required></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
      <button>Log in</button></form>`;
  }

  async login(ctx: Context) {
    const { name, password } = await ctx.bind(Credentials);
    // A new id at every login: a session that somebody has planted in the browser never becomes a member's.
    ctx.setCookie('session', await this.accounts.login(name, password, ctx.signal), cookie);
    return ctx.redirect('/me', 303);
  }

  async logout(ctx: Context) {
    await this.accounts.logout(ctx.cookie('session'));
    ctx.setCookie('session', '', { ...cookie, maxAge: 0 });
    return ctx.redirect('/login', 303);
  }

  me(ctx: Context) {
    return ctx.json(ctx.get<Member>('member'));
  }
}

export const AccountsModule = module('AccountsModule', {
  exports: [Accounts, RequireMember],
  declarations: [Accounts, PasswordQueue, RequireMember, AccountsController],
});
