import type { Context } from '../http/context.ts';
import type { MiddlewareEntry, Next } from '../routing/route.ts';

/** A middleware that is told, for each place that lists it, what to do there. */
export interface ConfigurableMiddleware<Options> {
  handle(ctx: Context, next: Next, options: Options): unknown;
}

/**
 * Lists a middleware class with options: `middlewares: [use(RequireRole, 'admin')]`. The container creates the class once,
 * with its injected fields; the options belong to the route.
 */
export function use<Options>(
  middleware: new () => ConfigurableMiddleware<Options>,
  options: NoInfer<Options>,
): MiddlewareEntry {
  return {
    middleware,
    // Inherits from the instance, so that traces and lists of routes show the name of its class.
    configure: (instance: ConfigurableMiddleware<Options>) =>
      Object.create(instance, {
        handle: { value: (ctx: Context, next: Next) => instance.handle(ctx, next, options) },
      }),
  };
}
