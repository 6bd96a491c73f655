import type { Handler, Middleware } from './route.ts';
import { guarded } from './settle.ts';

/** Wraps the handler in its middlewares, outermost first. Built once per route, when it is added. */
export function chain(middlewares: readonly Middleware[], handler: Handler): Handler {
  return middlewares.reduceRight<Handler>(
    (inner, layer) => (ctx) => {
      let continued = false;
      return layer.handle(ctx, () => {
        if (continued) throw new Error(`${layer.constructor.name} called next() twice. Call it once.`);
        continued = true;
        return guarded(inner(ctx));
      });
    },
    handler,
  );
}
