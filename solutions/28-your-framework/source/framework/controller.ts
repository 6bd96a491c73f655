import type { Class } from './inject.ts';
// #region step-2
import { joinPaths } from './path.ts';
// #endregion
import type { Middleware, Route as PlainRoute } from './route.ts';

/** A class, which the container builds, or an object that exists already. */
export type MiddlewareEntry = Class<Middleware> | Middleware;

/** A route as a controller declares it. */
export interface Route extends Omit<PlainRoute, 'middlewares' | 'children'> {
  middlewares?: MiddlewareEntry[];
  children?: Route[];
}

export interface Controller {
  routes(): Route[];
}

export function isController(instance: object): instance is Controller {
  return 'routes' in instance && typeof instance.routes === 'function';
}

/** Finds the instance of a middleware. `where` is the route that lists it, for an error message. */
export type FindMiddleware = (wanted: Class<Middleware>, where: string) => Middleware;

/** A route as the router needs it: handlers that know their controller, and middlewares instead of their classes. */
// #region step-2
export function bindRoute(route: Route, controller: object, find: FindMiddleware, prefix = ''): PlainRoute {
  const { method, handler, middlewares = [], children = [] } = route;
  const path = joinPaths(prefix, route.path);
  const where = `${method ?? 'the group'} ${path}`;
  return {
    ...route,
    // `this.index` alone is a function that has forgotten which object it came from.
    handler: handler?.bind(controller),
    middlewares: middlewares.map((entry) => (typeof entry === 'function' ? find(entry, where) : entry)),
    children: children.map((child) => bindRoute(child, controller, find, path)),
  };
}
// #starter
// export function bindRoute(route: Route, controller: object, find: FindMiddleware): PlainRoute {
//   // Step 2: bind the handlers, and find the middlewares.
//   void [controller, find]; // Delete this line.
//   return { method: route.method, path: route.path, handler: route.handler };
// }
// #endregion
