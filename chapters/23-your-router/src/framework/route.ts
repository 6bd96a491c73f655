import { joinPaths } from './path.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
export type Method = (typeof methods)[number];

/** What a handler gets. Chapter 24 replaces this line by an import. */
type Context = unknown;

/** Takes the request context and returns any value. */
export type Handler = (ctx: Context) => unknown;

/** Runs the rest of the chain and returns its result. */
export type Next = () => unknown;

export interface Middleware {
  handle(ctx: Context, next: Next): unknown;
}

/** One route of an application. With children and without a method it is a group. */
export interface Route {
  method?: Method;
  path: string;
  handler?: Handler;
  middlewares?: Middleware[];
  children?: Route[];
}

/** A route with its groups resolved: the full path, and every middleware, outermost first. */
export interface FlatRoute {
  method: Method;
  path: string;
  handler: Handler;
  middlewares: readonly Middleware[];
}

/** The routes in a route: itself, or the routes of a group, with the group's path and middlewares. */
export function* flatten(route: Route, prefix = '', around: readonly Middleware[] = []): Iterable<FlatRoute> {
  const { method, handler, children = [] } = route;
  const path = joinPaths(prefix, route.path);
  // Step 5: the middlewares of the groups around this route come first.
  const middlewares = route.middlewares ?? [];
  if (handler !== undefined && method === undefined) {
    throw new TypeError(`${path}: a handler without a method. Add method: 'GET'.`);
  }
  // Step 5: refuse a route that has neither a handler nor children.
  if (handler !== undefined && method !== undefined) yield { method, path, handler, middlewares };
  // Step 5: the routes of the children.
}
