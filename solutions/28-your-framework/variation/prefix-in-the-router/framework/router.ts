import { chain } from './chain.ts';
import { decodeParameter } from './escapes.ts';
import { noParams, type Params } from './params.ts';
import { joinPaths, parsePath, withoutTrailingSlash } from './path.ts';
import { type FlatRoute, flatten, type Handler, type Method, type Middleware, methods, type Route } from './route.ts';
import { Tree } from './tree.ts';

/** What a request was resolved to. `run` is the handler inside its middlewares, ready to be called. */
export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  readonly run: Handler;
}

/** A route as the tree keeps it, with the names of its parameters in the order of the path. */
interface Entry extends Omit<Match, 'params'> {
  readonly names: readonly string[];
}

/** Finds the route of a request: an exact path first, then a pattern with parameters, then a wildcard. */
export class Router {
  /** By path, then by method. */
  readonly #exact = new Map<string, Map<string, Match>>();
  readonly #tree = new Tree<Entry>();
  readonly #routes: FlatRoute[] = [];
  /** The global ones: they run around those of every group and route. */
  readonly middlewares: readonly Middleware[];

  /** In front of every path. */
  readonly #prefix: string;

  constructor(middlewares: readonly Middleware[] = [], prefix = '') {
    this.middlewares = middlewares;
    this.#prefix = joinPaths('', prefix);
  }

  /** Adds a route, or all routes of a group. Throws if a route for the same requests exists. */
  add(route: Route): this {
    for (const flat of flatten(route, this.#prefix, this.middlewares)) {
      const equal = this.#insert(flat);
      if (equal !== undefined) {
        throw new Error(`${flat.method} ${flat.path} and ${equal.method} ${equal.path} match the same requests.`);
      }
      this.#routes.push(flat);
    }
    return this;
  }

  /** The route for this method and path. */
  resolve(method: string, path: string): Match | undefined {
    // HEAD is GET without the body, unless the application has a route for it.
    return this.#find(method, path) ?? (method === 'HEAD' ? this.#find('GET', path) : undefined);
  }

  /** The methods that have a route for this path: the value of an `Allow` header. */
  allowed(path: string): readonly Method[] {
    const known = methods.filter((method) => this.#find(method, path) !== undefined);
    if (known.length === 0) return known;
    const implied = known.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
    return methods.filter((method) => known.includes(method) || implied.includes(method));
  }

  /** Every route, with its groups resolved, in the order in which they were added. */
  routes(): readonly FlatRoute[] {
    return this.#routes;
  }

  #find(method: string, path: string): Match | undefined {
    const exact = this.#exact.get(withoutTrailingSlash(path))?.get(method);
    // The target of `OPTIONS *` isn't a path.
    if (exact !== undefined || !path.startsWith('/')) return exact;
    const found = this.#tree.find(path, method);
    if (found === undefined) return undefined;
    return matchOf(found.value, [...found.captured, path.slice(found.restStart)]);
  }

  /** Returns the route for the same requests, if there is one already. */
  #insert(route: FlatRoute): FlatRoute | undefined {
    const { kind, segments, names } = parsePath(route.path);
    const run = chain(route.middlewares, route.handler);
    if (kind !== 'exact') {
      return this.#tree.insert(segments, kind === 'wildcard', route.method, { route, kind, names, run })?.route;
    }
    const key = `/${segments.join('/')}`;
    const byMethod = this.#exact.get(key) ?? new Map<string, Match>();
    const existing = byMethod.get(route.method)?.route;
    if (existing === undefined) byMethod.set(route.method, { route, params: noParams, kind: 'exact', run });
    this.#exact.set(key, byMethod);
    return existing;
  }
}

function matchOf({ route, kind, names, run }: Entry, values: readonly string[]): Match {
  const params: Record<string, string> = Object.create(null);
  for (let i = 0; i < names.length; i++) params[names[i]!] = decodeParameter(values[i]!);
  return { route, params, kind, run };
}
