import { ignore, isPromise } from '../http/settle.ts';
import type { Handler, Middleware } from './route.ts';

/** Wraps the handler in its middlewares, outermost first. Built once, when the route is added. */
export function chain(middlewares: readonly Middleware[], handler: Handler): Handler {
  // The inner functions stay anonymous: tsx would set the name of a named one for every request, which takes a microsecond.
  return middlewares.reduceRight<Handler>(
    (inner, layer) => (ctx) => {
      let continued = false;
      return layer.handle(ctx, () => {
        if (continued) throw calledTwice(layer);
        continued = true;
        return guarded(inner(ctx));
      });
    },
    handler,
  );
}

/** The class name of a middleware, for traces and messages. */
export function nameOfLayer(layer: Middleware): string {
  const name = layer.constructor?.name;
  return !name || name === 'Object' ? 'a middleware' : name;
}

export function calledTwice(layer: Middleware): Error {
  return new Error(`${nameOfLayer(layer)} called next() twice. Call it once, and return its result.`);
}

/**
 * A middleware that forgets to return `next()` leaves a promise behind that nothing handles, and Node ends the process
 * over an unhandled rejection. A forgotten word may cost a response, but never the server.
 */
export function guarded(value: unknown): unknown {
  if (isPromise(value)) value.then(undefined, ignore);
  return value;
}
