import type { Context, Middleware, Next } from 'trellis';

/** Lets only users with this role pass. List it after the middleware that stores the role in the context. */
export function requireRole(role: string): Middleware {
  return new RequireRole(role);
}

class RequireRole implements Middleware {
  readonly #role: string;

  constructor(role: string) {
    this.#role = role;
  }

  handle(ctx: Context, next: Next) {
    if (ctx.get<string>('user_role') !== this.#role) return ctx.status(403).json({ error: 'Forbidden' });
    return next();
  }
}
