import { type Context, HttpError, inject, type MiddlewareEntry, type Next, use } from 'trellis';
import { AccessKeys } from './access-keys.ts';
import { People } from './people.ts';
import { Sessions } from './sessions.ts';
import { Signer } from './signer.ts';

type Credential = 'bearer' | 'session' | 'key';

/** What shows that a request has a credential. */
const present: Record<Credential, (ctx: Context) => boolean> = {
  bearer: (ctx) => ctx.header('authorization') !== '',
  session: (ctx) => ctx.cookie('session_id') !== '',
  key: (ctx) => ctx.header('x-api-key') !== '',
};

export function gate(...credentials: Credential[]): MiddlewareEntry {
  return use(Gate, credentials);
}

/** The only door of the blog: it finds out who is asking, by whatever credential they bring. */
export class Gate {
  @inject(AccessKeys) private readonly keys!: AccessKeys;
  @inject(People) private readonly people!: People;
  @inject(Sessions) private readonly sessions!: Sessions;
  @inject(Signer) private readonly signer!: Signer;

  async handle(ctx: Context, next: Next, credentials: Credential[]) {
    const credential = credentials.find((one) => present[one](ctx)) ?? credentials[0];
    const id = await this.#identify(ctx, credential);
    ctx.set('user_id', id);
    if (credential !== 'bearer') ctx.set('role', (await this.people.byId(id))?.role ?? '');
    return next();
  }

  #identify(ctx: Context, credential: Credential | undefined): string | Promise<string> {
    if (credential === 'session') return this.#bySession(ctx);
    if (credential === 'key') return this.#byKey(ctx);
    return this.#byToken(ctx, ctx.header('authorization'));
  }

  #byToken(ctx: Context, header: string): string {
    if (header === '') throw new HttpError(401, 'Missing authorization header');
    const token = /^Bearer (.*)$/.exec(header)?.[1];
    if (token === undefined) throw new HttpError(401, 'Invalid authorization format');
    const claims = this.signer.verify(token);
    if (claims === undefined) throw new HttpError(401, 'Invalid token');
    ctx.set('role', claims.role);
    return claims.user_id;
  }

  async #bySession(ctx: Context): Promise<string> {
    const id = ctx.cookie('session_id');
    if (id === '') throw new HttpError(401, 'Not authenticated');
    const session = await this.sessions.open(id);
    if (session === undefined) throw new HttpError(401, 'Invalid session');
    ctx.set('sign_in', session);
    return this.#known(session.person_id, 'Invalid session');
  }

  async #byKey(ctx: Context): Promise<string> {
    const key = ctx.header('x-api-key');
    if (key === '') throw new HttpError(401, 'Missing API key');
    const record = await this.keys.find(key);
    if (record === undefined) throw new HttpError(401, 'Invalid API key');
    const isReading = ctx.request.method === 'GET' || ctx.request.method === 'HEAD';
    if (record.scope === 'read' && !isReading) throw new HttpError(403, 'Insufficient scope');
    ctx.set('api_key', record);
    return this.#known(record.user_id, 'Invalid API key');
  }

  async #known(id: string, error: string): Promise<string> {
    if ((await this.people.byId(id)) === undefined) throw new HttpError(401, error);
    return id;
  }
}
