import { ignore } from '../http/settle.ts';
import type { Handler, Middleware } from './route.ts';

/** Wraps the handler in its middlewares, outermost first. Built once, when the route is added. */
export function chain(middlewares: readonly Middleware[], handler: Handler): Handler {
  // The inner functions stay anonymous: tsx would set the name of a named one for every request, which takes a microsecond.
  return middlewares.reduceRight<Handler>(
    (inner, middleware) => (ctx) => {
      let continued = false;
      return middleware.handle(ctx, () => {
        if (continued) throw calledTwice(middleware);
        continued = true;
        return guarded(inner(ctx));
      });
    },
    handler,
  );
}

/** The class name of a middleware, for traces and messages. */
export function nameOfMiddleware(middleware: Middleware): string {
  const name = middleware.constructor?.name;
  return !name || name === 'Object' ? 'a middleware' : name;
}

export function calledTwice(middleware: Middleware): Error {
  return new Error(`${nameOfMiddleware(middleware)} called next() twice. Call it once, and return its result.`);
}

/**
 * A middleware that forgets to return `next()` leaves a promise that nothing handles, and Node ends the process
 * over an unhandled rejection. A forgotten word may cost a response, but never the server.
 */
export function guarded(value: unknown): unknown {
  // Not every object with a `then`: a query builder would run its query again, and only real promises end the process.
  if (value instanceof Promise) value.then(undefined, ignore);
  return value;
}
