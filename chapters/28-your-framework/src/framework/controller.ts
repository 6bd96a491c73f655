import type { Class } from './inject.ts';
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
export function bindRoute(route: Route, controller: object, find: FindMiddleware): PlainRoute {
  // Step 2: bind the handlers, and find the middlewares.
  void [controller, find]; // Delete this line.
  return { method: route.method, path: route.path, handler: route.handler };
}
