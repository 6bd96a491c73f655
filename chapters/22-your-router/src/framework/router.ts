import type { Params } from './params.ts';
import { type FlatRoute, flatten, type Method, type Route } from './route.ts';

/** What a request was resolved to. */
export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
}

/** Finds the route of a request: an exact path first, then a pattern with parameters, then a wildcard. */
export class Router {
  readonly #routes: FlatRoute[] = [];

  /** Adds a route, or all routes of a group. Throws if a route for the same requests exists. */
  add(route: Route): this {
    for (const flat of flatten(route)) {
      // Step 1: refuse a route that exists, and make this one findable.
      this.#routes.push(flat);
    }
    return this;
  }

  /** The route for this method and path. */
  resolve(method: string, path: string): Match | undefined {
    // Step 1: look the path up, then the method.
    return undefined;
  }

  /** The methods that have a route for this path: the value of an `Allow` header. */
  allowed(path: string): readonly Method[] {
    // Step 6: which methods does this path have a route for?
    return [];
  }

  /** Every route, with its groups resolved, in the order in which they were added. */
  routes(): readonly FlatRoute[] {
    return this.#routes;
  }
}
