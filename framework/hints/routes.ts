import { rareMethods } from './methods.ts';

/** What a route object looks like before it has been checked. */
type Unchecked = Readonly<Record<string, unknown>>;

const fields = ['method', 'path', 'handler', 'middlewares', 'children'];

/** What is wrong with a route object, and what to do about it; undefined if nothing is. */
export function mistakeIn(route: object, methods: readonly string[]): string | undefined {
  const { method, handler, children } = route as Unchecked;
  // `middleware: [BearerAuth]` would leave a route unprotected.
  const unknown = Object.keys(route).find((name) => !fields.includes(name));
  if (unknown !== undefined) return `"${unknown}" isn't a field of a route. The fields are ${fields.join(', ')}.`;
  if (method !== undefined && ![...methods, ...rareMethods].includes(String(method)))
    return `unknown method. Use one of ${methods.join(', ')}.`;
  if ('handler' in route && handler === undefined)
    return 'the handler is undefined. Check the spelling of this.name, or the import it comes from.';
  if (handler !== undefined && typeof handler !== 'function')
    return "the handler isn't a function. Write handler: this.name, without calling it.";
  if (handler === undefined && children === undefined)
    return 'neither a handler nor children. Add handler: this.name, or children: […].';
  if (method !== undefined && handler === undefined)
    return 'a method without a handler. Add handler: this.name, or remove the method.';
  if (children !== undefined && !Array.isArray(children)) return "children isn't an array. Write children: […].";
  return undefined;
}

/** What is wrong with an entry in `middlewares` that is a function; undefined if it is a class. */
export function mistakeInMiddleware(entry: unknown): string | undefined {
  // The prototype of a class can't be replaced. That of a plain function can, and an arrow function has none.
  const prototype = typeof entry === 'function' && Object.getOwnPropertyDescriptor(entry, 'prototype');
  if (typeof entry !== 'function' || (prototype && !prototype.writable)) return undefined;
  return (
    `a middleware is a function${entry.name ? ` (${entry.name})` : ''}. Write a class with a method handle(ctx, next), ` +
    'or an object: { handle: (ctx, next) => … }. If the function returns a middleware, call it.'
  );
}

export function queryInPath(label: string): Error {
  return new TypeError(`${label}: a path can't contain "?" or "#". Read query parameters with ctx.query().`);
}

export function twoSlashes(label: string, path: string): Error {
  return new TypeError(
    `${label}: no request path starts with two slashes, so this route never matches. Write ${path.replace(/^\/+/, '/')}.`,
  );
}

/** An asterisk that isn't a segment, or follows one that is. */
export function misplacedStar(label: string, segment: string): Error {
  const mistake = segment === '*' ? 'a path can have only one "*".' : '"*" must be the last segment, on its own.';
  return new TypeError(`${label}: ${mistake} Write a literal asterisk as %2A.`);
}

/** `routes()` of a controller must return an array. */
export function checkRoutes<T>(routes: T[], controller: string): T[] {
  if (Array.isArray(routes)) return routes;
  throw new TypeError(`${controller}.routes() returned ${typeof routes}, not an array of routes. Is a return missing?`);
}

export function sameRequests(route: string, other: string): Error {
  return new Error(`${route} and ${other} match the same requests. Remove one of them, or change its path.`);
}

export function noMethod(route: string): Error {
  return new TypeError(
    `${route}: a handler without a method. Add method: 'GET'. If it is a command, import its module only where the platform is cli().`,
  );
}

export function noHandlers(path: string, names: readonly string[]): Error {
  return new Error(
    `resource('${path}', …): the controller defines none of the handlers ${names.join(', ')}. Define at least one.`,
  );
}
