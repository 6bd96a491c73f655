import type { Context } from '../http/context.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
export type Method = (typeof methods)[number];

/** Takes the request context and returns any value: the platform turns it into an answer. */
export type Handler = (ctx: Context) => unknown;

/** Runs the rest of the chain and gives what it returned, possibly a promise. */
export type Next = () => unknown;

/** Returns an answer of its own, which stops the chain, or the result of `next()`, which continues it. */
export interface Middleware {
  handle(ctx: Context, next: Next): unknown;
}

/** In a route stands an instance, or a class that the module declares: then the container has built it. */
export type MiddlewareEntry = Middleware | (new () => Middleware);

/** One line of an application's contract. Without a method it is a group (with children) or a command. */
export interface Route {
  method?: Method;
  path: string;
  handler?: Handler;
  middlewares?: MiddlewareEntry[];
  children?: Route[];
}

export interface Controller {
  routes(): Route[];
}

/** A route without its groups: the full path, and every middleware from the outermost group inwards. */
export interface FlatRoute {
  method?: Method;
  path: string;
  handler: Handler;
  middlewares: Middleware[];
  /** The controller's name, for banners, traces and messages. */
  owner?: string;
}

/** Where the middleware instances come from when a route names a class. */
export type FindMiddleware = (wanted: new () => Middleware, route: string) => Middleware;

/**
 * Takes groups apart. Every mistake that can be seen in a record is refused here, at start,
 * with the path it stands under: a route that silently never matches costs an evening.
 */
export function flatten(route: Route, find: FindMiddleware, owner?: object): FlatRoute[] {
  return [...walk(route, '', [], find, owner)];
}

/** `GET /posts/:id (PostsController.show)`: how messages speak of a route. */
export function describeRoute(route: FlatRoute): string {
  const place = placeOf(route);
  return `${route.method ? `${route.method} ` : ''}${route.path}${place ? ` (${place})` : ''}`;
}

/** `PostsController.show`: where the code of a route stands. */
export function placeOf({ handler, owner }: FlatRoute): string {
  // A handler that was written into the record itself is called "handler".
  return [owner, handler.name].filter((name) => name && name !== 'handler').join('.');
}

/** A method taken off its controller forgets it; bound once, at start, nobody has to write `.bind(this)`. */
export function bound(handler: Handler, owner: object): Handler {
  // What hangs on a handler stays, such as the usage of a command; and "bound index" is no name for a trace.
  return Object.defineProperty(Object.assign(handler.bind(owner), handler), 'name', { value: handler.name });
}

function* walk(
  route: Route,
  prefix: string,
  outer: Middleware[],
  find: FindMiddleware,
  owner: object | undefined,
): Iterable<FlatRoute> {
  const path = joinPaths(prefix, route.path);
  const label = `${route.method ? `${route.method} ` : ''}${path}`;
  refuseMistakes(route, label);
  const own = (route.middlewares ?? []).map((entry) => asInstance(entry, label, find));
  const middlewares = [...outer, ...own];
  if (route.handler !== undefined) {
    const handler = owner === undefined ? route.handler : bound(route.handler, owner);
    yield { method: route.method, path, handler, middlewares, owner: owner?.constructor.name };
  }
  for (const child of route.children ?? []) yield* walk(child, path, middlewares, find, owner);
}

/** `/api` and `/v1` make `/api/v1`; a slash too many or too few between them does not matter. */
export function joinPaths(prefix: string, path: string): string {
  if (typeof path !== 'string') throw new TypeError(`A route under "${prefix}" has no path. Add path: '/…'.`);
  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
  const joined = prefix.replace(/\/$/, '') + rest;
  return joined === '' ? '/' : joined;
}

function refuseMistakes(route: Route, label: string): void {
  if (route.method !== undefined && !methods.includes(route.method)) {
    throw new TypeError(`${label}: unknown method. Use one of ${methods.join(', ')}.`);
  }
  if (route.handler !== undefined && typeof route.handler !== 'function') {
    throw new TypeError(`${label}: the handler is not a function. Write handler: this.name, without calling it.`);
  }
  if (route.handler === undefined && route.children === undefined) {
    throw new TypeError(`${label}: neither a handler nor children. Add handler: this.name, or children: […].`);
  }
  if (route.method !== undefined && route.handler === undefined) {
    throw new TypeError(`${label}: a method without a handler. Add handler: this.name, or remove the method.`);
  }
}

function asInstance(entry: MiddlewareEntry, label: string, find: FindMiddleware): Middleware {
  const instance = typeof entry === 'function' ? find(entry, label) : entry;
  if (typeof instance?.handle !== 'function') {
    throw new TypeError(`${label}: a middleware has no handle(ctx, next). Check its import, and the method's name.`);
  }
  return instance;
}
