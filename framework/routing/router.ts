import { noMethod, sameRequests } from '../hints/routes.ts';
import { noParams, type Params } from '../http/request.ts';
import { decodeParameter } from '../http/target.ts';
import { chain } from './chain.ts';
import { joinPaths, parsePath, type RoutePath, withoutTrailingSlash } from './path.ts';
import {
  describeRoute,
  type FindMiddleware,
  type FlatRoute,
  flatten,
  type Handler,
  type Method,
  type Middleware,
  methods,
  type Route,
} from './route.ts';
import { Tree } from './tree.ts';

/** What a path was resolved to. `run` is the handler inside its middlewares, ready to be called. */
export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: RoutePath['kind'];
  readonly run: Handler;
}

/** A route as the tree keeps it: ready to run, with the names of its parameters in the order of the path. */
interface Entry {
  readonly route: FlatRoute;
  readonly names: readonly string[];
  readonly run: Handler;
}

/** Large enough for the hot paths of an application, small enough that a scan over every id can't fill the memory. */
const cacheLimit = 1024;

const noMethods: readonly Method[] = [];

/**
 * Finds the route of a request: an exact path first, then a pattern with parameters, then a wildcard.
 * Exact paths are kept in a map, the others in a tree of segments, so a lookup costs the same among ten routes and among
 * ten thousand.
 */
export class Router {
  readonly #exact = new Map<string, Map<string, Match>>();
  readonly #tree = new Tree<Entry>();
  readonly #cache = new Map<string, Map<string, Match>>();
  #cached = 0;
  /** The last path that certainly has no route. The dispatcher asks for its allowed methods right after. */
  #unknown: string | undefined;
  readonly #routes = new Set<FlatRoute>();
  /** Those that an `Allow` header may list: the usual ones, and the others that a route has. */
  readonly #methods = new Set<Method>(methods);
  readonly #middlewares: readonly Middleware[];
  readonly #find: FindMiddleware;

  /** The global middlewares run around those of every group and route. */
  constructor(middlewares: readonly Middleware[] = [], find: FindMiddleware = refuseClass) {
    this.#middlewares = middlewares;
    this.#find = find;
  }

  /** Adds a route or a group and empties the cache. Throws if a route for the same requests exists. */
  add(route: Route, owner?: object, find = this.#find): this {
    const added: FlatRoute[] = [];
    try {
      for (const flat of flatten(route, { prefix: '', middlewares: this.#middlewares, find, owner })) {
        this.#addOne(flat);
        added.push(flat);
      }
    } catch (error) {
      // A group is added as a whole or not at all: a running application keeps the routes it had.
      for (const flat of added) this.remove(flat.method!, flat.path);
      throw error;
    }
    this.#emptyCache();
    return this;
  }

  /** Removes the route for this method and path (`/a/:x` and `/a/:y` are the same). Returns whether there was one. */
  remove(method: Method, path: string): boolean {
    const { kind, segments, after } = parsePath(joinPaths('', path), `${method} ${path}`);
    const removed =
      kind === 'exact'
        ? removeFrom(this.#exact, keyOf(segments), method)
        : this.#tree.remove(kind, segments, method, after);
    if (removed === undefined) return false;
    this.#routes.delete(removed.route);
    this.#emptyCache();
    return true;
  }

  /** Takes a canonical path (see `parseTarget`). */
  resolve(method: string, path: string): Match | undefined {
    const bare = withoutTrailingSlash(path);
    const byMethod = this.#exact.get(bare);
    const exact = byMethod?.get(method);
    if (exact !== undefined) return exact;
    const cached = this.#cache.get(method)?.get(path);
    if (cached !== undefined) return cached;
    if (byMethod === undefined && !this.#tree.mayContain(path)) {
      this.#unknown = path;
      return undefined;
    }
    // HEAD is GET without the body, unless the application has a route for it.
    const match = this.#search(method, path) ?? (method === 'HEAD' ? this.resolve('GET', path) : undefined);
    if (match !== undefined && match.kind !== 'exact') this.#remember(method, path, match);
    return match;
  }

  /** The methods that have a route for this path: the value of an `Allow` header. */
  allowed(path: string): readonly Method[] {
    if (path === this.#unknown) return noMethods;
    const exact = this.#exact.get(withoutTrailingSlash(path));
    const all = [...this.#methods];
    const known = all.filter((method) => exact?.has(method) || this.#search(method, path) !== undefined);
    if (known.length === 0) return noMethods;
    const implied = known.includes('GET') ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
    return all.filter((method) => known.includes(method) || implied.includes(method));
  }

  /** Every route, with its groups resolved, in the order in which they were added. */
  routes(): FlatRoute[] {
    return [...this.#routes];
  }

  /** Whether the next `resolve` of this path is served from the cache. */
  isCached(method: string, path: string): boolean {
    return this.#cache.get(method)?.has(path) ?? false;
  }

  #search(method: string, path: string): Match | undefined {
    // A caller may ask for something that isn't a path. A request with the target `*` never gets here.
    const found = path.startsWith('/') ? this.#tree.find(path, method) : undefined;
    if (found === undefined) return undefined;
    // The rest that a wildcard at the end matches keeps its trailing slash: for files, `a` and `a/` are different.
    return matchOf(found.value, found.kind, [...found.captured, path.slice(found.restStart)]);
  }

  #addOne(flat: FlatRoute): void {
    const label = describeRoute(flat);
    const { method } = flat;
    if (method === undefined) throw noMethod(label);
    const { kind, segments, after, names } = parsePath(flat.path, label);
    const entry = { route: flat, names, run: chain(flat.middlewares, flat.handler) };
    const equal =
      kind === 'exact'
        ? insert(this.#exact, keyOf(segments), method, matchOf(entry, 'exact', []))
        : this.#tree.insert(kind, segments, method, entry, after);
    if (equal !== undefined) throw sameRequests(label, describeRoute(equal.route));
    this.#routes.add(flat);
    this.#methods.add(method);
  }

  #remember(method: string, path: string, match: Match): void {
    if (this.#cached >= cacheLimit) this.#emptyCache();
    insert(this.#cache, method, path, match);
    this.#cached++;
  }

  #emptyCache(): void {
    this.#cache.clear();
    this.#cached = 0;
    this.#unknown = undefined;
  }
}

function keyOf(segments: RoutePath['segments']): string {
  return `/${segments.join('/')}`;
}

function matchOf({ route, names, run }: Entry, kind: Match['kind'], values: readonly string[]): Match {
  if (names.length === 0) return { route, params: noParams, kind, run };
  const params: Record<string, string> = Object.create(null);
  for (let i = 0; i < names.length; i++) params[names[i]!] = decodeParameter(values[i]!);
  // Frozen, because the cache hands the same object to every request for this path.
  return { route, params: Object.freeze(params), kind, run };
}

/** Puts a value into a map of maps. If there is one already, returns it instead of replacing it. */
function insert<T>(map: Map<string, Map<string, T>>, outer: string, inner: string, value: T): T | undefined {
  const values = map.get(outer) ?? new Map<string, T>();
  map.set(outer, values);
  const existing = values.get(inner);
  if (existing === undefined) values.set(inner, value);
  return existing;
}

function removeFrom<T>(map: Map<string, Map<string, T>>, outer: string, inner: string): T | undefined {
  const values = map.get(outer);
  const removed = values?.get(inner);
  values?.delete(inner);
  if (values?.size === 0) map.delete(outer);
  return removed;
}

function refuseClass(wanted: { name: string }, route: string): never {
  throw new TypeError(`${route}: this router has no container to build ${wanted.name}. Pass an instance.`);
}
