import type { Context } from './context.ts';
import { joinPaths } from './path.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
export type Method = (typeof methods)[number];

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
  const middlewares = [...around, ...(route.middlewares ?? [])];
  if (handler !== undefined && method === undefined) {
    throw new TypeError(`${path}: a handler without a method. Add method: 'GET'.`);
  }
  if (handler === undefined && children.length === 0) {
    throw new TypeError(`${method ?? 'The group'} ${path}: it has neither a handler nor children. Add a handler.`);
  }
  if (handler !== undefined && method !== undefined) yield { method, path, handler, middlewares };
  for (const child of children) yield* flatten(child, path, middlewares);
}
