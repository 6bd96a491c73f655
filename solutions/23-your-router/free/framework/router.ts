import type { Params } from './params.ts';
import type { FlatRoute, Method, Route } from './route.ts';

/** What a request was resolved to. */
export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
}

/** Finds the route of a request. How it stores the routes is up to you. */
export class Router {
  /** Adds a route, or all routes of a group. */
  add(_route: Route): this {
    return this;
  }

  /** The route for this method and path. */
  resolve(_method: string, _path: string): Match | undefined {
    return undefined;
  }

  /** The methods that have a route for this path: the value of an `Allow` header. */
  allowed(_path: string): readonly Method[] {
    return [];
  }

  /** Every route, with its groups resolved, in the order in which they were added. */
  routes(): readonly FlatRoute[] {
    return [];
  }
}
