import { canonicalPath, decodeParameter } from './escapes.ts';
import type { Params } from './params.ts';
import { joinPaths } from './path.ts';
import { type FlatRoute, type Handler, type Method, type Middleware, methods, type Route } from './route.ts';
import { walk } from './walk.ts';

export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  readonly run: Handler;
}

interface Entry {
  readonly route: FlatRoute;
  readonly run: Handler;
}

/** All routes with literals and parameters in the same places, by the method and the literals. */
interface Shape {
  /** `lpl` for `/books/:isbn/reviews`: as strings, the better shape of the same length is the smaller one. */
  readonly places: string;
  readonly table: Map<string, Entry>;
}

/**
 * No tree: a path with three segments is looked up once in the table of each shape that has three. An application with ten thousand
 * routes has perhaps a dozen shapes.
 */
export class Router {
  readonly #whole: Shape[][] = [];
  readonly #prefixes: Shape[][] = [];
  readonly #routes: FlatRoute[] = [];
  readonly middlewares: readonly Middleware[];

  constructor(middlewares: readonly Middleware[] = []) {
    this.middlewares = middlewares;
  }

  add(route: Route): this {
    for (const flat of flatRoutes(route, '', this.middlewares)) this.#addOne(flat);
    return this;
  }

  resolve(method: string, path: string): Match | undefined {
    if (!path.startsWith('/')) return undefined;
    const segments = path.slice(1).split('/');
    const own = this.#lookUp(method, segments);
    return own === undefined && method === 'HEAD' ? this.#lookUp('GET', segments) : own;
  }

  allowed(path: string): readonly Method[] {
    const found = methods.filter((method) => this.resolve(method, path) !== undefined);
    if (found.length === 0 || found.includes('OPTIONS')) return found;
    return methods.filter((method) => method === 'OPTIONS' || found.includes(method));
  }

  routes(): readonly FlatRoute[] {
    return this.#routes;
  }

  #addOne(route: FlatRoute): void {
    const { method, path } = route;
    const segments = segmentsOf(path);
    const isWildcard = segments.at(-1) === '*';
    if (isWildcard) segments.pop();
    const problem = problemOf(segments);
    if (problem !== undefined) throw new TypeError(`${path}: ${problem}`);
    const places = segments.map((segment) => (segment.startsWith(':') ? 'p' : 'l')).join('');
    const shapes = isWildcard ? this.#prefixes : this.#whole;
    shapes[places.length] ??= [];
    const row = shapes[places.length]!;
    let shape = row.find((each) => each.places === places);
    if (shape === undefined) {
      shape = { places, table: new Map() };
      row.push(shape);
      row.sort((a, b) => (a.places < b.places ? -1 : 1));
    }
    const key = keyOf(
      method,
      places,
      segments.map((segment) => canonicalPath(segment) as string),
    );
    const known = shape.table.get(key);
    if (known !== undefined)
      throw new Error(`${method} ${path} would never be found: ${known.route.path} comes first.`);
    shape.table.set(key, { route, run: walk(route.middlewares, route.handler) });
    this.#routes.push(route);
  }

  #lookUp(method: string, segments: readonly string[]): Match | undefined {
    const hasSlash = segments.length > 1 && segments.at(-1) === '';
    const whole = hasSlash ? segments.slice(0, -1) : segments;
    const entry = firstIn(this.#whole[whole.length], method, whole);
    if (entry !== undefined) {
      const params = paramsOf(entry.route, whole);
      return { ...entry, params, kind: Object.keys(params).length > 0 ? 'pattern' : 'exact' };
    }
    for (let length = segments.length - 1; length >= 0; length--) {
      const found = firstIn(this.#prefixes[length], method, segments);
      if (found !== undefined) return { ...found, params: paramsOf(found.route, segments), kind: 'wildcard' };
    }
    return undefined;
  }
}

function firstIn(shapes: readonly Shape[] = [], method: string, segments: readonly string[]): Entry | undefined {
  for (const { places, table } of shapes) {
    const entry = table.get(keyOf(method, places, segments));
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/** Unique for each shape, because a segment contains no slash. An empty segment fits no parameter: then there is no such key. */
function keyOf(method: string, places: string, segments: readonly string[]): string {
  let key = method;
  for (let i = 0; i < places.length; i++) {
    if (places[i] === 'l') key += `/${segments[i]}`;
    else if (segments[i] === '') return '';
  }
  return key;
}

function* flatRoutes(route: Route, prefix = '', outer: FlatRoute['middlewares'] = []): Iterable<FlatRoute> {
  const path = joinPaths(prefix, route.path);
  const middlewares = outer.concat(route.middlewares ?? []);
  const { method, handler, children } = route;
  if (handler !== undefined) {
    if (method === undefined) throw new TypeError(`${path} has a handler and no method.`);
    yield { method, path, handler, middlewares };
  } else if (children === undefined || children.length === 0) {
    throw new TypeError(`${path} has no handler and no children.`);
  }
  for (const child of children ?? []) yield* flatRoutes(child, path, middlewares);
}

function segmentsOf(path: string): string[] {
  const segments = path.slice(1).split('/');
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  return segments;
}

function problemOf(segments: readonly string[]): string | undefined {
  const names = segments.filter((segment) => segment.startsWith(':'));
  if (names.includes(':')) return 'a parameter has no name.';
  if (new Set(names).size < names.length) return 'two parameters have the same name.';
  const literals = segments.filter((segment) => !segment.startsWith(':'));
  if (literals.some((segment) => segment.includes('*'))) return 'a * must be the last segment.';
  return literals.some((segment) => canonicalPath(segment) === undefined) ? 'an escape is malformed.' : undefined;
}

function paramsOf({ path }: FlatRoute, actual: readonly string[]): Params {
  const params: Record<string, string> = Object.create(null);
  for (const [index, segment] of segmentsOf(path).entries()) {
    if (segment.startsWith(':')) params[segment.slice(1)] = decodeParameter(actual[index]!);
    if (segment === '*') params['*'] = decodeParameter(actual.slice(index).join('/'));
  }
  return params;
}
