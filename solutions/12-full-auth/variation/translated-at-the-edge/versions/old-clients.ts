import { type Context, HttpError, type Middleware, type Next } from 'trellis';

/** What old clients know as an error, by what it is now. */
const oldErrors = new Map([
  ['Invalid credentials', [401, 'invalid credentials']],
  ['Email already registered', [400, 'email already registered']],
  ['Missing authorization header', [401, 'Missing authorization']],
] as const) as ReadonlyMap<string, readonly [number, string]>;

/** Translates the responses for clients of chapter 11. No handler knows of them. */
export class OldClients implements Middleware {
  async handle(ctx: Context, next: Next) {
    ctx.response.appendHeader('Vary', 'Api-Version');
    const version = ctx.header('Api-Version');
    if (version === '') return next();
    if (version !== '1') throw new HttpError(400, 'Unknown API version');
    try {
      const result = await next();
      return this.#translate(ctx, result === ctx ? JSON.parse(String(ctx.response.body ?? 'null')) : result);
    } catch (error) {
      const known = error instanceof HttpError ? oldErrors.get(error.message) : undefined;
      if (known === undefined) throw error;
      throw new HttpError(...known);
    }
  }

  #translate(ctx: Context, value: unknown): unknown {
    if (value === undefined || value === null) return undefined;
    const { error } = value as { error?: string };
    const known = error === undefined ? undefined : oldErrors.get(error);
    if (known !== undefined) return ctx.status(known[0]).json({ error: known[1] });
    const { pathname } = new URL(ctx.request.incoming.url ?? '/', 'http://localhost');
    const { token, user } = value as { token?: string; user?: object };
    if (token !== undefined && pathname === '/auth/login') return ctx.json({ token });
    if (token !== undefined && pathname === '/auth/register') return ctx.json(withoutRole(user));
    return ctx.json(withoutRole(value));
  }
}

/** Without the roles of users and authors. A post has none itself. */
function withoutRole(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRole);
  if (typeof value !== 'object' || value === null) return value;
  const { role: _, ...rest } = value as Record<string, unknown>;
  return 'author' in rest ? { ...rest, author: withoutRole(rest.author) } : rest;
}
