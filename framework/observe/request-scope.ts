import type { Context } from '../http/context.ts';
import { currentScope, inScope, type LogScope } from '../services/log/scope.ts';

/** The scopes of running requests. Errors and `onResponse` come after the middleware that has opened the scope. */
const scopes = new WeakMap<Context, LogScope>();

/** Call it inside of a scope that a middleware has opened. The innermost one wins. */
export function rememberScope(ctx: Context): void {
  const scope = currentScope();
  if (scope !== undefined) scopes.set(ctx, scope);
}

/** Runs `work` in the scope of the request, if it has one. */
export function inScopeOf<T>(ctx: Context, work: () => T): T {
  const scope = scopes.get(ctx);
  return scope === undefined ? work() : inScope(scope, work);
}
