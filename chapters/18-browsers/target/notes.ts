import { randomUUID } from 'node:crypto';
import { type Context, type Controller, field, HttpError, type Route } from 'trellis';

class AccountDTO {
  @field('required,email,max=254') email!: string;
}

class SignInDTO extends AccountDTO {
  @field('required') key!: string;
}

class NoteDTO {
  @field('required,max=1000') note!: string;
}

interface Account {
  readonly email: string;
  /** In the place of a password, to keep this program short. */
  readonly key: string;
  note: string;
}

/** Every page of the blog would begin like this. */
const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>The blog</title>
</head>
<body>
  <p id="reminder">You are not signed in.</p>
  <script src="/reminder.js"></script>
</body>
</html>
`;

/** Nothing but our own scripts runs in our pages, and no other page may have them in a frame. */
const policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Everybody who reads the blog, each with a private note of which every page reminds them. */
export class NotesController implements Controller {
  readonly #accounts = new Map<string, Account>();
  /** By the id of the session. */
  readonly #sessions = new Map<string, Account>();

  routes(): Route[] {
    return [
      { method: 'GET', path: '/', handler: this.home },
      { method: 'GET', path: '/reminder.js', handler: this.reminder },
      { method: 'POST', path: '/accounts', handler: this.open },
      { method: 'POST', path: '/sign-in', handler: this.signIn },
      { method: 'GET', path: '/me', handler: this.me },
      { method: 'PUT', path: '/me/note', handler: this.write },
    ];
  }

  home(ctx: Context) {
    ctx.response.setHeader('Content-Security-Policy', policy);
    ctx.response.setHeader('Content-Type', 'text/html; charset=utf-8');
    return ctx.send(page);
  }

  /** The pages are files that are the same for everybody. What differs is in this script. */
  reminder(ctx: Context) {
    const { note } = this.#caller(ctx);
    ctx.response.setHeader('Content-Type', 'text/javascript; charset=utf-8');
    ctx.response.setHeader('Cache-Control', 'no-store');
    return ctx.send(`document.getElementById('reminder').textContent = ${JSON.stringify(note)};\n`);
  }

  async open(ctx: Context) {
    const { email } = await ctx.bind(AccountDTO);
    if (this.#accounts.has(email)) throw new HttpError(409, 'Email already taken');
    const account = { email, key: randomUUID(), note: '' };
    this.#accounts.set(email, account);
    return ctx.status(201).json({ email, key: account.key });
  }

  async signIn(ctx: Context) {
    const { email, key } = await ctx.bind(SignInDTO);
    const account = this.#accounts.get(email);
    if (account?.key !== key) throw new HttpError(401, 'Invalid credentials');
    const id = randomUUID();
    this.#sessions.set(id, account);
    ctx.setCookie('session', id, { httpOnly: true, sameSite: 'strict' });
    return { email };
  }

  me(ctx: Context) {
    const { email, note } = this.#caller(ctx);
    return { email, note };
  }

  async write(ctx: Context) {
    const account = this.#caller(ctx);
    account.note = (await ctx.bind(NoteDTO)).note;
    return { email: account.email, note: account.note };
  }

  #caller(ctx: Context): Account {
    const account = this.#sessions.get(ctx.cookie('session'));
    if (account === undefined) throw new HttpError(401, 'Not authenticated');
    return account;
  }
}
