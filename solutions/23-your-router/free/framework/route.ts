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
