import type { Handler, Middleware } from './route.ts';
// #region step-2
import { guarded } from './settle.ts';
// #endregion

/** Wraps the handler in its middlewares, outermost first. Built once per route, when it is added. */
export function chain(middlewares: readonly Middleware[], handler: Handler): Handler {
  // #region step-2
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
  // #step-1
  // return middlewares.reduceRight<Handler>((inner, layer) => (ctx) => layer.handle(ctx, () => inner(ctx)), handler);
  // #starter
  // // Step 1: wrap the handler in each middleware, the last one first.
  // return handler;
  // #endregion
}
