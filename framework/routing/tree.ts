/** A level of the tree: what the next segment of a path may be. */
interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** The routes that end here, by method. */
  readonly ends: Map<string, T>;
}

/** A route that matches, the segments its parameters captured, and where in the path the match ends. */
export interface Found<T> {
  readonly value: T;
  readonly captured: string[];
  readonly end: number;
}

/** Called at every node where a route could end. Returning a value stops the search. */
type Visit<T> = (ends: Map<string, T>, end: number) => T | undefined;

/**
 * Routes by their segments. At every level the literal is tried before the parameter, from left to right, with
 * backtracking: the leftmost literal wins, and `/users/me/:tab` doesn't hide `/users/:id/posts` from `/users/me/posts`.
 * A path is read in place, segment by segment, and most paths that match nothing are rejected after the first one.
 */
export class Tree<T> {
  readonly #root = emptyNode<T>();
  #size = 0;

  /** If there is a value already, returns it instead of replacing it. A parameter is `null`. */
  insert(segments: readonly (string | null)[], method: string, value: T): T | undefined {
    let node = this.#root;
    for (const segment of segments) node = childOf(node, segment);
    const existing = node.ends.get(method);
    if (existing === undefined) {
      node.ends.set(method, value);
      this.#size++;
    }
    return existing;
  }

  /** Prunes branches that have become empty, so that a program that adds and removes routes for years doesn't grow. */
  remove(segments: readonly (string | null)[], method: string): T | undefined {
    const removed = removeBelow(this.#root, segments, 0, method);
    if (removed !== undefined) this.#size--;
    return removed;
  }

  /** A route that matches the whole path. */
  findWhole(path: string, method: string): Found<T> | undefined {
    const captured: string[] = [];
    const value = whole(this.#root, path, 1, captured, (ends) => ends.get(method));
    return value === undefined ? undefined : { value, captured, end: path.length };
  }

  /** The route that matches the longest prefix of the path. At least one segment, possibly empty, remains after it. */
  findPrefix(path: string, method: string): Found<T> | undefined {
    // Most applications have no wildcards: don't read the path a second time for them.
    if (this.#size === 0) return undefined;
    let best: Found<T> | undefined;
    const captured: string[] = [];
    prefixes(this.#root, path, 1, captured, (ends, end) => {
      const value = ends.get(method);
      if (value !== undefined && end > (best === undefined ? 0 : best.end))
        best = { value, captured: [...captured], end };
      return undefined;
    });
    return best;
  }

  /** Collects every method that has a route for the whole path. */
  collectWhole(path: string, into: Set<string>): void {
    whole(this.#root, path, 1, [], (ends) => collect(ends, into));
  }

  collectPrefix(path: string, into: Set<string>): void {
    prefixes(this.#root, path, 1, [], (ends) => collect(ends, into));
  }

  /** False if the first segment already rules every route out, which makes a scan for vulnerable paths cheap to reject. */
  mayContain(path: string): boolean {
    if (this.#size === 0) return false;
    const { literals, parameter, ends } = this.#root;
    return parameter !== undefined || ends.size > 0 || literals.has(path.slice(1, endOf(path, 1)));
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), parameter: undefined, ends: new Map() };
}

function childOf<T>(node: Node<T>, segment: string | null): Node<T> {
  const child = (segment === null ? node.parameter : node.literals.get(segment)) ?? emptyNode<T>();
  if (segment === null) node.parameter = child;
  else node.literals.set(segment, child);
  return child;
}

/** The segment that starts at an index ends before the next slash. */
function endOf(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
}

/** `start` is the index after the slash of the next segment; after the last segment it is beyond the path. */
function whole<T>(node: Node<T>, path: string, start: number, captured: string[], visit: Visit<T>): T | undefined {
  if (start > path.length) return visit(node.ends, start);
  const end = endOf(path, start);
  const segment = path.slice(start, end);
  const literal = node.literals.get(segment);
  const found = literal && whole(literal, path, end + 1, captured, visit);
  if (found !== undefined) return found;
  if (node.parameter === undefined || segment === '') return undefined;
  captured.push(segment);
  const other = whole(node.parameter, path, end + 1, captured, visit);
  if (other === undefined) captured.pop();
  return other;
}

function prefixes<T>(node: Node<T>, path: string, start: number, captured: string[], visit: Visit<T>): void {
  if (start > path.length) return;
  visit(node.ends, start);
  const end = endOf(path, start);
  const segment = path.slice(start, end);
  const literal = node.literals.get(segment);
  if (literal !== undefined) prefixes(literal, path, end + 1, captured, visit);
  if (node.parameter === undefined || segment === '') return;
  captured.push(segment);
  prefixes(node.parameter, path, end + 1, captured, visit);
  captured.pop();
}

function collect<T>(ends: Map<string, T>, into: Set<string>): undefined {
  for (const method of ends.keys()) into.add(method);
}

function removeBelow<T>(
  node: Node<T>,
  segments: readonly (string | null)[],
  index: number,
  method: string,
): T | undefined {
  if (index === segments.length) {
    const value = node.ends.get(method);
    node.ends.delete(method);
    return value;
  }
  const segment = segments[index] as string | null;
  const next = segment === null ? node.parameter : node.literals.get(segment);
  if (next === undefined) return undefined;
  const removed = removeBelow(next, segments, index + 1, method);
  if (next.ends.size === 0 && next.literals.size === 0 && next.parameter === undefined) {
    if (segment === null) node.parameter = undefined;
    else node.literals.delete(segment);
  }
  return removed;
}
