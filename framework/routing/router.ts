import type { Params } from '../http/request.ts';
import { canonicalPath, decodeParameter } from '../http/target.ts';
import { chain } from './chain.ts';
import {
  describeRoute,
  type FindMiddleware,
  type FlatRoute,
  flatten,
  type Handler,
  joinPaths,
  type Method,
  methods,
  type Route,
} from './route.ts';
import { Tree } from './tree.ts';

/** What a path was resolved to. `run` is the handler inside its middlewares, ready to be called. */
export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  readonly run: Handler;
}

/** A route as the router keeps it: the names of its parameters, in the order of the path. */
interface Entry {
  readonly route: FlatRoute;
  readonly names: readonly string[];
  readonly run: Handler;
}

/** Large enough for the hot paths of an application, small enough that a scan over every id cannot fill the memory. */
const cacheLimit = 1024;

const noParams: Params = Object.freeze(Object.create(null));
const none: readonly Method[] = [];

/**
 * Finds the route of a request: an exact path first, then a pattern with parameters, then a wildcard.
 * Exact paths stand in one map, patterns and wildcards in a tree of segments, so a lookup costs the same
 * among ten routes and among ten thousand.
 */
export class Router {
  readonly #exact = new Map<string, Map<string, Match>>();
  readonly #patterns = new Tree<Entry>();
  readonly #wildcards = new Tree<Entry>();
  readonly #cache = new Map<string, Map<string, Match>>();
  #cached = 0;
  /** The last path that no route begins like: whoever is told so asks next for its methods. */
  #unknown: string | undefined;
  readonly #routes = new Set<FlatRoute>();
  readonly #find: FindMiddleware;
  readonly #compose: (route: FlatRoute) => Handler;

  constructor(find: FindMiddleware = refuseClass, compose: (route: FlatRoute) => Handler = composeAlone) {
    this.#find = find;
    this.#compose = compose;
  }

  /** Adds a route or a group, and forgets what was resolved before. Throws where an equal route stands already. */
  add(route: Route, owner?: object, find = this.#find): this {
    const added: FlatRoute[] = [];
    try {
      for (const flat of flatten(route, find, owner)) {
        this.#addOne(flat);
        added.push(flat);
      }
    } catch (error) {
      // All of a group or nothing of it: a running application keeps the table it had.
      for (const flat of added) this.remove(flat.method!, flat.path);
      throw error;
    }
    this.#emptyCache();
    return this;
  }

  /** Removes the route with this method and shape (`/a/:x` and `/a/:y` are one). False where there was none. */
  remove(method: Method, path: string): boolean {
    const { kind, segments, key } = shapeOf(joinPaths('', path), `${method} ${path}`);
    const removed = kind === 'exact' ? removeFrom(this.#exact, key, method) : this.#tree(kind).remove(segments, method);
    if (removed === undefined) return false;
    this.#routes.delete(removed.route);
    this.#emptyCache();
    return true;
  }

  /** Takes a canonical path (see `parseTarget`). */
  resolve(method: string, path: string): Match | undefined {
    const bare = withoutSlash(path);
    const byMethod = this.#exact.get(bare);
    const exact = byMethod?.get(method);
    if (exact !== undefined) return exact;
    const cached = this.#cache.get(method)?.get(path);
    if (cached !== undefined) return cached;
    if (byMethod === undefined && this.#patterns.leadsNowhere(bare) && this.#wildcards.leadsNowhere(path)) {
      this.#unknown = path;
      return undefined;
    }
    // HEAD is GET without the body, unless somebody wrote a route for it.
    const match = this.#search(method, path) ?? (method === 'HEAD' ? this.resolve('GET', path) : undefined);
    if (match !== undefined && match.kind !== 'exact') this.#remember(method, path, match);
    return match;
  }

  /** The methods under which a path is known: what an `Allow` header says. */
  allowed(path: string): readonly Method[] {
    if (path === this.#unknown) return none;
    const known = this.#methodsAt(path);
    if (known.size === 0) return none;
    if (known.has('GET')) known.add('HEAD');
    known.add('OPTIONS');
    return methods.filter((method) => known.has(method));
  }

  /** Every route, without its groups, in the order in which they were added. */
  routes(): FlatRoute[] {
    return [...this.#routes];
  }

  /** Whether the next `resolve` is answered from the cache. For the trace. */
  isCached(method: string, path: string): boolean {
    return this.#cache.get(method)?.has(path) ?? false;
  }

  #search(method: string, path: string): Match | undefined {
    if (!isPath(path)) return undefined;
    const pattern = this.#patterns.findWhole(withoutSlash(path), method);
    if (pattern !== undefined) return matchOf(pattern.value, 'pattern', pattern.captured);
    // The rest of a wildcard keeps its trailing slash: for files, `a` and `a/` are not the same.
    const wildcard = this.#wildcards.findPrefix(path, method);
    if (wildcard === undefined) return undefined;
    return matchOf(wildcard.value, 'wildcard', [...wildcard.captured, path.slice(wildcard.end)]);
  }

  #addOne(flat: FlatRoute): void {
    const { method } = flat;
    if (method === undefined) {
      throw new TypeError(`${describeRoute(flat)}: a handler without a method. Add method: 'GET'.`);
    }
    const { kind, segments, names, key } = shapeOf(flat.path, describeRoute(flat));
    const entry = { route: flat, names, run: this.#compose(flat) };
    const equal =
      kind === 'exact'
        ? insert(this.#exact, key, method, matchOf(entry, 'exact', []))
        : this.#tree(kind).insert(segments, method, entry);
    if (equal !== undefined) {
      throw new Error(
        `${describeRoute(flat)} and ${describeRoute(equal.route)} match the same requests. Remove one of them, or change its path.`,
      );
    }
    this.#routes.add(flat);
  }

  #tree(kind: 'pattern' | 'wildcard'): Tree<Entry> {
    return kind === 'pattern' ? this.#patterns : this.#wildcards;
  }

  #methodsAt(path: string): Set<string> {
    const bare = withoutSlash(path);
    const known = new Set(this.#exact.get(bare)?.keys());
    if (!isPath(path)) return known;
    this.#patterns.collectWhole(bare, known);
    this.#wildcards.collectPrefix(path, known);
    return known;
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

interface Shape {
  kind: Match['kind'];
  /** Literal segments as text, parameters as `null`; a wildcard's star is cut off. */
  segments: (string | null)[];
  names: string[];
  /** The canonical path of an exact route. */
  key: string;
}

/** Segment by segment, and the signs before the escapes: `%3Aid` and `%2A` are letters, not a parameter and a star. */
function shapeOf(path: string, label: string): Shape {
  if (/[?#]/.test(path))
    throw new TypeError(`${label}: a path ends before "?" and "#". Read queries with ctx.query().`);
  if (path.startsWith('//')) {
    throw new TypeError(`${label}: a request never begins with two slashes. Write ${path.replace(/^\/+/, '/')}.`);
  }
  const parts = withoutSlash(path).slice(1).split('/');
  const isWildcard = parts.at(-1) === '*';
  if (isWildcard) parts.pop();
  const names: string[] = [];
  const segments = parts.map((part) => {
    if (!part.startsWith(':')) return literal(part, label);
    names.push(parameterName(part.slice(1), names, label));
    return null;
  });
  if (isWildcard) names.push('*');
  const kind = isWildcard ? 'wildcard' : names.length > 0 ? 'pattern' : 'exact';
  return { kind, segments, names, key: `/${segments.join('/')}` };
}

function literal(part: string, label: string): string {
  if (part.includes('*')) {
    throw new TypeError(`${label}: a "*" stands alone, as the last segment. A plain star is written %2A.`);
  }
  const canonical = canonicalPath(part);
  if (canonical === undefined) throw new TypeError(`${label}: a "%" that is not an escape. Write it as %25.`);
  return canonical;
}

function parameterName(name: string, taken: string[], label: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) {
    throw new TypeError(
      `${label}: ":${name}" is no parameter. A parameter is a whole segment, a colon and a name, like :id. ` +
        'A plain colon is written %3A.',
    );
  }
  if (taken.includes(name)) throw new TypeError(`${label}: two parameters are called ":${name}". Rename one of them.`);
  return name;
}

/** `OPTIONS *` asks about the server as a whole: a star, and no path. */
function isPath(path: string): boolean {
  return path.startsWith('/');
}

const SLASH = 47;

/** `/posts/` is `/posts`. Only one slash goes: `/posts//` has an empty segment, which is nothing we know. */
function withoutSlash(path: string): string {
  const last = path.length - 1;
  return last > 0 && path.charCodeAt(last) === SLASH ? path.slice(0, last) : path;
}

function matchOf({ route, names, run }: Entry, kind: Match['kind'], values: string[]): Match {
  if (names.length === 0) return { route, params: noParams, kind, run };
  const params: Record<string, string> = Object.create(null);
  for (let i = 0; i < names.length; i++) params[names[i]!] = decodeParameter(values[i]!);
  // Frozen, because the cache hands the same object to every request for this path.
  return { route, params: Object.freeze(params), kind, run };
}

/** Puts a value into a map of maps, and gives the one that stands there already instead of replacing it. */
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

function composeAlone(route: FlatRoute): Handler {
  return chain(route.middlewares, route.handler);
}

function refuseClass(wanted: { name: string }, route: string): never {
  throw new TypeError(`${route}: this router has no container to build ${wanted.name}. Pass an instance.`);
}
