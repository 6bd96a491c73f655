import type { Handler, Middleware } from './route.ts';
import { isPromise } from './settle.ts';

/** Wraps the handler in its middlewares, outermost first. Built once per route, when it is added. */
export function chain(middlewares: readonly Middleware[], handler: Handler): Handler {
  return middlewares.reduceRight<Handler>(
    (inner, layer) => (ctx) => {
      let continued = false;
      return layer.handle(ctx, () => {
        if (continued) throw new Error(`${nameOf(layer)} called next() twice. Call it once, and return its result.`);
        continued = true;
        return guarded(inner(ctx));
      });
    },
    handler,
  );
}

function nameOf(layer: Middleware): string {
  const name = layer.constructor?.name;
  return !name || name === 'Object' ? 'A middleware' : name;
}

/**
 * A middleware that forgets to return `next()` leaves a promise that nothing handles, and Node ends the process
 * over an unhandled rejection. A forgotten word may cost a response, but never the server.
 */
function guarded(value: unknown): unknown {
  if (isPromise(value)) value.then(undefined, () => {});
  return value;
}
