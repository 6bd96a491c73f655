import type { Context, FlatRoute, Middleware, Next } from 'trellis';
import { MetricsToken } from '../observe/metrics-token.ts';
import { Accept } from './accept.ts';
import { ApiKeyAuth } from './api-key-auth.ts';
import { BearerAuth } from './bearer-auth.ts';
import { SessionAuth } from './session-auth.ts';

class Anyone implements Middleware {
  handle(_ctx: Context, next: Next) {
    return next();
  }
}

/** Says that a route is open to everyone, on purpose. */
export const anyone = new Anyone();

/** A middleware of one of these classes says who may use a route. */
const policies = [Accept, BearerAuth, SessionAuth, ApiKeyAuth, MetricsToken, Anyone];

/** Throws if a route doesn't say who may use it. */
export function requirePolicies(routes: FlatRoute[]): void {
  const undecided = routes.filter(
    ({ middlewares }) => !middlewares.some((middleware) => policies.some((policy) => middleware instanceof policy)),
  );
  if (undecided.length === 0) return;
  const names = undecided.map(({ method, path }) => `${method} ${path}`).join(', ');
  throw new Error(
    `Nobody has decided who may use ${names}. List \`anyone\`, or a middleware that checks a credential.`,
  );
}
