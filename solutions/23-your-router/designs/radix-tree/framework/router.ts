import { canonicalPath, decodeParameter } from './escapes.ts';
import type { Params } from './params.ts';
import { joinPaths } from './path.ts';
import { type FlatRoute, type Method, type Middleware, methods, type Route } from './route.ts';

/** What a request was resolved to. */
export interface Match {
  readonly route: FlatRoute;
  readonly params: Params;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
}

/** A piece of a path that some routes have in common. It may end after any character. */
interface Edge {
  text: string;
  next: Map<string, Edge>;
  /** Only below a slash: the value of a parameter begins here. */
  parameter?: Edge;
  readonly routes: Map<string, FlatRoute>;
  /** Only below a slash. */
  readonly rests: Map<string, FlatRoute>;
}

interface Found {
  readonly route: FlatRoute;
  readonly values: readonly string[];
  readonly at: number;
}

/** A radix tree: paths share the characters that they begin with. */
export class Router {
  readonly #root = edge('');
  readonly #all: FlatRoute[] = [];

  add(route: Route): this {
    this.#addBelow(route, '', []);
    return this;
  }

  resolve(method: string, path: string): Match | undefined {
    if (!path.startsWith('/')) return undefined;
    return this.#match(method, path) ?? (method === 'HEAD' ? this.#match('GET', path) : undefined);
  }

  allowed(path: string): readonly Method[] {
    const own = new Set<Method>(methods.filter((method) => this.resolve(method, path)));
    if (own.size > 0) own.add('OPTIONS');
    return methods.filter((method) => own.has(method));
  }

  routes(): readonly FlatRoute[] {
    return this.#all;
  }

  #addBelow({ method, path, handler, middlewares = [], children = [] }: Route, before: string, around: Middleware[]) {
    const whole = joinPaths(before, path);
    const all = [...around, ...middlewares];
    if (handler ? !method : children.length === 0)
      throw new TypeError(`${whole}: a route needs a method and a handler, and a group needs children.`);
    if (handler && method) this.#store({ method, path: whole, handler, middlewares: all });
    for (const child of children) this.#addBelow(child, whole, all);
  }

  #store(route: FlatRoute): void {
    const { method, path } = route;
    const parts = path
      .replace(/(.)\/$/, '$1')
      .slice(1)
      .split('/');
    const isWildcard = parts.at(-1) === '*';
    if (isWildcard) parts.pop();
    const names = namesIn(path);
    if (new Set(names).size < names.length || names.includes(''))
      throw new TypeError(`${path}: parameters need different names.`);

    let node = this.#root;
    let text = '';
    for (const [index, part] of parts.entries()) {
      text += '/';
      if (part.startsWith(':')) {
        node = walk(node, text);
        node.parameter ??= edge('');
        node = node.parameter;
        text = '';
        continue;
      }
      const literal = canonicalPath(part);
      if (literal === undefined || part.includes('*'))
        throw new TypeError(`${path}: segment ${index + 1} is not valid.`);
      text += literal;
    }
    const end = walk(node, isWildcard ? `${text}/` : text);
    const routes = isWildcard ? end.rests : end.routes;
    const other = routes.get(method);
    if (other) throw new Error(`${method} ${path}: ${other.path} is there already.`);
    routes.set(method, route);
    this.#all.push(route);
  }

  #match(method: string, path: string): Match | undefined {
    let rest: Found | undefined;
    const values: string[] = [];
    const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;

    // Literals before the parameter, at each slash: so the first route that is found is the best one.
    const find = (node: Edge, from: number): FlatRoute | undefined => {
      const at = from + node.text.length;
      if (!path.startsWith(node.text, from)) return undefined;
      const wildcard = node.rests.get(method);
      if (wildcard && at > (rest?.at ?? 0)) rest = { route: wildcard, values: [...values, path.slice(at)], at };
      const here = at === end ? node.routes.get(method) : undefined;
      if (here) return here;
      const literal = node.next.get(path[at] ?? '');
      const below = literal && find(literal, at);
      if (below || !node.parameter || at >= path.length || path[at] === '/') return below;
      const slash = path.indexOf('/', at);
      const next = slash < 0 ? path.length : slash;
      values.push(path.slice(at, next));
      const found = find(node.parameter, next);
      if (!found) values.pop();
      return found;
    };

    const route = find(this.#root, 0);
    if (route) return matchOf(route, values, values.length > 0 ? 'pattern' : 'exact');
    return rest && matchOf(rest.route, rest.values, 'wildcard');
  }
}

function edge(text: string): Edge {
  return { text, next: new Map(), routes: new Map(), rests: new Map() };
}

/** The node after `text`, below `node`. Splits an edge that has only its beginning in common. */
function walk(node: Edge, text: string): Edge {
  if (text === '') return node;
  const first = text[0]!;
  const known = node.next.get(first);
  if (!known) {
    const created = edge(text);
    node.next.set(first, created);
    return created;
  }
  let shared = 0;
  while (shared < known.text.length && known.text[shared] === text[shared]) shared++;
  if (shared === known.text.length) return walk(known, text.slice(shared));
  const above = edge(text.slice(0, shared));
  known.text = known.text.slice(shared);
  above.next.set(known.text[0]!, known);
  node.next.set(first, above);
  return walk(above, text.slice(shared));
}

function namesIn(path: string): string[] {
  return path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
}

function matchOf(route: FlatRoute, values: readonly string[], kind: Match['kind']): Match {
  const params: Record<string, string> = Object.create(null);
  const names = kind === 'wildcard' ? [...namesIn(route.path), '*'] : namesIn(route.path);
  for (const [index, name] of names.entries()) params[name] = decodeParameter(values[index] ?? '');
  return { route, params, kind };
}
