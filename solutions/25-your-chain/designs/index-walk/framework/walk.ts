import type { Handler, Middleware } from './route.ts';

/** One function for all layers: it counts how far the request has come, and never builds a function around another one. */
export function walk(layers: Iterable<Middleware>, handler: Handler): Handler {
  const all = [...layers];
  return (ctx) => {
    const enter = (index: number): unknown => {
      const layer = all[index];
      if (layer === undefined) return handler(ctx);
      let mayContinue = true;
      return layer.handle(ctx, () => {
        if (!mayContinue) throw new Error(`The middleware ${layer.constructor.name} has called next() again.`);
        mayContinue = false;
        const result = enter(index + 1);
        // Somebody may forget to return it.
        if (result instanceof Promise) result.catch(() => {});
        return result;
      });
    };
    return enter(0);
  };
}
