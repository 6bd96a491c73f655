import type { RareMethod } from '../hints/methods.ts';
import { mistakeIn, mistakeInMiddleware } from '../hints/routes.ts';
import type { Context } from '../http/context.ts';
import { joinPaths } from './path.ts';

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'] as const;
/** Those of the contract, and those that few applications need, such as PROPFIND. */
export type Method = (typeof methods)[number] | RareMethod;

/** Takes the request context and returns any value. The platform turns that value into a response. */
export type Handler = (ctx: Context) => unknown;

/** Runs the rest of the chain and returns its result, possibly a promise. */
export type Next = () => unknown;

/** Returns a response of its own, which stops the chain, or the result of `next()`, which continues it. */
export interface Middleware {
  handle(ctx: Context, next: Next): unknown;
}

/** A class that its module declares, with options for the route that lists it. `use` makes one. */
export interface ConfiguredMiddleware {
  readonly middleware: new () => object;
  configure(instance: never): Middleware;
}

/** An instance, a class that the module declares (the container creates it), or such a class with options. */
export type MiddlewareEntry = Middleware | (new () => Middleware) | ConfiguredMiddleware;

/** One route of an application. Without a method it is a group (with children) or a command. */
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

/** A route with its groups resolved: the full path, and every middleware, outermost first. */
export interface FlatRoute {
  method?: Method;
  path: string;
  handler: Handler;
  middlewares: Middleware[];
  /** The controller's name, for lists of routes, the trace and error messages. */
  owner?: string;
}

/** Supplies the instance when a route lists a middleware class. */
export type FindMiddleware = (wanted: new () => Middleware, route: string) => Middleware;

/** What a route inherits from the groups around it, starting with the application's global middlewares. */
export interface Surroundings {
  readonly prefix: string;
  readonly middlewares: readonly Middleware[];
  readonly find: FindMiddleware;
  readonly owner?: object;
}

/**
 * Resolves groups into flat routes. Every mistake that is visible in a route object is reported here, at startup, with
 * the route's path: a route that silently never matches costs its author an evening.
 */
export function* flatten(route: Route, around: Surroundings): Iterable<FlatRoute> {
  const path = joinPaths(around.prefix, route.path);
  const label = `${route.method ? `${route.method} ` : ''}${path}`;
  const mistake = mistakeIn(route, methods);
  if (mistake !== undefined)
    throw new TypeError(`${around.owner ? `${around.owner.constructor.name} → ` : ''}${label}: ${mistake}`);
  const own = (route.middlewares ?? []).map((entry) => middlewareOf(entry, label, around.find));
  const middlewares = [...around.middlewares, ...own];
  const { owner } = around;
  if (route.handler !== undefined) {
    const handler = owner === undefined ? route.handler : bound(route.handler, owner);
    yield { method: route.method, path, handler, middlewares, owner: owner?.constructor.name };
  }
  for (const child of route.children ?? []) yield* flatten(child, { ...around, prefix: path, middlewares });
}

/** `GET /posts/:id (PostsController.show)`: how messages refer to a route. */
export function describeRoute(route: FlatRoute): string {
  const place = placeOf(route);
  return `${route.method ? `${route.method} ` : ''}${route.path}${place ? ` (${place})` : ''}`;
}

/** `PostsController.show`: where the code of a route lives. */
export function placeOf({ handler, owner }: FlatRoute): string {
  // An arrow function written directly into the route object gets the name of the property, "handler".
  return [owner, handler.name].filter((name) => name && name !== 'handler').join('.');
}

/** Binds a method to its controller once, at startup, so that nobody has to write `.bind(this)`. */
export function bound(handler: Handler, owner: object): Handler {
  // Keeps properties attached to the handler, such as a command's usage, and its name: traces shouldn't say "bound index".
  return Object.defineProperty(Object.assign(handler.bind(owner), handler), 'name', { value: handler.name });
}

/** The instance that a route or the application lists, or the container's instance of the class it lists. */
export function middlewareOf(entry: MiddlewareEntry, label: string, find: FindMiddleware): Middleware {
  const configured = typeof entry === 'object' && 'configure' in entry ? entry : undefined;
  const wanted = (configured?.middleware ?? entry) as Middleware | (new () => Middleware);
  const mistake = mistakeInMiddleware(wanted);
  if (mistake !== undefined) throw new TypeError(`${label}: ${mistake}`);
  const instance = typeof wanted === 'function' ? find(wanted, label) : wanted;
  if (typeof instance?.handle === 'function') return configured?.configure(instance as never) ?? instance;
  throw new TypeError(
    `${label}: a middleware has no method handle(ctx, next). Check its import and the method's name.`,
  );
}
