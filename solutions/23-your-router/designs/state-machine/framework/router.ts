import { canonicalPath, decodeParameter } from './escapes.ts';
import type { Params } from './params.ts';
import { joinPaths } from './path.ts';
import { type FlatRoute, type Method, type Middleware, methods, type Route } from './route.ts';

export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
}

/** One way to read the path so far: the state that it leads to, and the values on the way. */
type Reading = readonly [state: number, values: readonly string[]];

/**
 * A machine whose states are numbers. It reads the path once, from left to right, and follows all readings at the same time, the
 * better ones first. So it never goes back.
 */
export class Router {
  readonly #steps = new Map<string, number>();
  readonly #accepting = new Map<string, FlatRoute>();
  readonly #all: FlatRoute[] = [];
  #states = 1;

  add(route: Route): this {
    this.#all.push(...this.#flat(route, '/', []).map((flat) => this.#learn(flat)));
    return this;
  }

  resolve(method: string, path: string): Match | undefined {
    const found = path[0] === '/' ? this.#run(method, path.slice(1).split('/')) : undefined;
    return found ?? (method === 'HEAD' ? this.resolve('GET', path) : undefined);
  }

  allowed(path: string): readonly Method[] {
    const isKnown = (method: Method) => this.resolve(method, path) !== undefined;
    const hasAny = methods.some(isKnown);
    return methods.filter((method) => isKnown(method) || (hasAny && method === 'OPTIONS'));
  }

  routes(): readonly FlatRoute[] {
    return [...this.#all];
  }

  #flat(route: Route, prefix: string, around: readonly Middleware[]): FlatRoute[] {
    const { method, handler, children = [] } = route;
    const path = joinPaths(prefix, route.path);
    const middlewares = [...around, ...(route.middlewares ?? [])];
    const inner = children.flatMap((child) => this.#flat(child, path, middlewares));
    if (handler === undefined && inner.length > 0) return inner;
    if (handler === undefined || method === undefined) throw new TypeError(`The route ${path} is not complete.`);
    return [{ method, path, handler, middlewares }, ...inner];
  }

  #learn(route: FlatRoute): FlatRoute {
    const { method, path } = route;
    const segments = path
      .replace(/(?!^)\/$/, '')
      .slice(1)
      .split('/');
    const names = segments.filter((segment) => segment.startsWith(':'));
    if (names.some((name, index) => name === ':' || names.indexOf(name) < index))
      throw new TypeError(`${path} has parameters without a name, or with the same one.`);
    // All of them before the first one is stored: a route that is refused must leave nothing behind.
    const symbols = segments.map((segment, index) => symbolOf(segment, index === segments.length - 1, path));
    let state = 0;
    for (const symbol of symbols) {
      const step = `${state}${symbol}`;
      if (!this.#steps.has(step)) this.#steps.set(step, this.#states++);
      state = this.#steps.get(step)!;
    }
    const other = this.#accepting.get(`${method} ${state}`);
    if (other !== undefined) throw new Error(`${method} ${path} and ${method} ${other.path} are the same.`);
    this.#accepting.set(`${method} ${state}`, route);
    return route;
  }

  #run(method: string, segments: readonly string[]): Match | undefined {
    let readings: Reading[] = [[0, []]];
    let rest: { route: FlatRoute; values: readonly string[] } | undefined;
    const last = segments.length > 1 && segments.at(-1) === '' ? segments.length - 1 : segments.length;
    for (const [index, segment] of segments.entries()) {
      for (const [state, values] of readings) {
        const route = this.#accepted(method, this.#steps.get(`${state}*`));
        if (route === undefined) continue;
        rest = { route, values: [...values, segments.slice(index).join('/')] };
        break;
      }
      if (index === last) break;
      readings = readings.flatMap(([state, values]) => this.#next(state, segment, values));
    }
    for (const [state, values] of readings) {
      const route = this.#accepted(method, state);
      if (route !== undefined) return matchOf(route, values);
    }
    return rest && matchOf(rest.route, rest.values);
  }

  #accepted(method: string, state: number | undefined): FlatRoute | undefined {
    return state === undefined ? undefined : this.#accepting.get(`${method} ${state}`);
  }

  /** The literal first: readings stay in the order of their rank. */
  #next(state: number, segment: string, values: readonly string[]): Reading[] {
    const literal = this.#steps.get(`${state}/${segment}`);
    const parameter = segment === '' ? undefined : this.#steps.get(`${state}:`);
    const readings: Reading[] = literal === undefined ? [] : [[literal, values]];
    return parameter === undefined ? readings : [...readings, [parameter, [...values, segment]]];
  }
}

function symbolOf(segment: string, isLast: boolean, path: string): string {
  if (segment.startsWith(':')) return ':';
  if (segment === '*' && isLast) return '*';
  const literal = segment.includes('*') ? undefined : canonicalPath(segment);
  if (literal === undefined) throw new TypeError(`${path}: ${segment} can't be a segment.`);
  return `/${literal}`;
}

function matchOf(route: FlatRoute, values: readonly string[]): Match {
  const params: Record<string, string> = Object.create(null);
  const names = route.path.split('/').filter((segment) => segment.startsWith(':') || segment === '*');
  for (const [index, name] of names.entries())
    params[name === '*' ? name : name.slice(1)] = decodeParameter(values[index]!);
  const kind = names.includes('*') ? 'wildcard' : names.length > 0 ? 'pattern' : 'exact';
  return { route, params, kind };
}
