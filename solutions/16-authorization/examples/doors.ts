import type { Context, FlatRoute, Middleware, Next } from 'trellis';

class Lock implements Middleware {
  handle(_ctx: Context, next: Next) {
    return next();
  }
}

/** The doors that nobody locks at night. */
export function unlocked(routes: FlatRoute[]): string[] {
  return routes
    .filter(({ middlewares }) => !middlewares.some((middleware) => middleware instanceof Lock))
    .map(({ method, path }) => `${method} ${path}`);
}
