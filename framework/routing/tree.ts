import { MiddleWildcards } from '../wildcards/middle-wildcards.ts';

/** A level of the tree: what the next segment of a path may be. */
interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  parameter: Node<T> | undefined;
  /** The routes that end here, by method. */
  readonly ends: Map<string, T>;
  /** The wildcards that take over from here, by method. */
  readonly wildcards: Map<string, T>;
}

/** A parameter is `null`. */
type Segments = readonly (string | null)[];

/** A route that matches, the segments its parameters captured, and where the rest of a wildcard starts. */
export interface Found<T> {
  readonly kind: 'pattern' | 'wildcard';
  readonly value: T;
  readonly captured: readonly string[];
  readonly restStart: number;
}

/**
 * Routes by their segments. At every level the literal is tried before the parameter, from left to right, with
 * backtracking: the leftmost literal wins, and `/users/me/:tab` doesn't hide `/users/:id/posts` from `/users/me/posts`.
 * A path is read in place, segment by segment, and most paths that match nothing are rejected after the first one.
 */
export class Tree<T> {
  readonly #root = emptyNode<T>();
  readonly #middle = new MiddleWildcards<T>();

  /** If there is a value already, returns it instead of replacing it. `after` are the segments after a wildcard. */
  insert(kind: Found<T>['kind'], segments: Segments, method: string, value: T, after: Segments = []): T | undefined {
    if (after.length > 0) return this.#middle.insert(segments, after, method, value);
    let node = this.#root;
    for (const segment of segments) node = childOf(node, segment);
    const values = valuesAt(node, kind);
    const existing = values.get(method);
    if (existing === undefined) values.set(method, value);
    return existing;
  }

  /** Prunes branches that have become empty, so that a program that adds and removes routes for years doesn't grow. */
  remove(kind: Found<T>['kind'], segments: Segments, method: string, after: Segments = []): T | undefined {
    if (after.length > 0) return this.#middle.remove(segments, after, method);
    const way: Node<T>[] = [this.#root];
    for (const segment of segments) {
      const next = segment === null ? way.at(-1)!.parameter : way.at(-1)!.literals.get(segment);
      if (next === undefined) return undefined;
      way.push(next);
    }
    const values = valuesAt(way.at(-1)!, kind);
    const removed = values.get(method);
    values.delete(method);
    for (let depth = segments.length; depth > 0 && isEmpty(way[depth]!); depth--) {
      detach(way[depth - 1]!, segments[depth - 1] as string | null);
    }
    return removed;
  }

  /** A pattern for the whole path, or else the wildcard after the longest prefix, and before the longest suffix. */
  find(path: string, method: string): Found<T> | undefined {
    const search: Search<T> = { path, method, captured: [], wildcard: undefined };
    const value = findBelow(this.#root, 1, search);
    if (value === undefined) return this.#middle.find(path, method, search.wildcard);
    return { kind: 'pattern', value, captured: search.captured, restStart: path.length };
  }

  /** False if the first segment already rules every route out, which makes a scan for vulnerable paths cheap to reject. */
  mayContain(path: string): boolean {
    const { literals, parameter, wildcards } = this.#root;
    if (parameter !== undefined || wildcards.size > 0 || !this.#middle.isEmpty) return true;
    return literals.has(path.slice(1, endOfSegment(path, 1)));
  }
}

interface Search<T> {
  readonly path: string;
  readonly method: string;
  readonly captured: string[];
  /** The best wildcard so far: used if no pattern matches. */
  wildcard: Found<T> | undefined;
}

/** `start` is the index after the slash of the next segment; after the last segment it is beyond the path. */
function findBelow<T>(node: Node<T>, start: number, search: Search<T>): T | undefined {
  const { path, method, captured } = search;
  if (start > path.length) return node.ends.get(method);
  rememberWildcard(node, start, search);
  // A trailing slash is ignored, unless it is the whole path.
  if (start === path.length && start > 1) return node.ends.get(method);
  const end = endOfSegment(path, start);
  const segment = path.slice(start, end);
  const literal = node.literals.get(segment);
  const found = literal && findBelow(literal, end + 1, search);
  if (found !== undefined || node.parameter === undefined || !canBeParameter(segment)) return found;
  captured.push(segment);
  const other = findBelow(node.parameter, end + 1, search);
  if (other === undefined) captured.pop();
  return other;
}

/** A parameter is never empty, and never longer than any sensible id or slug. */
function canBeParameter(segment: string): boolean {
  return segment !== '' && segment.length <= 1_024;
}

/** The longest prefix wins, and among equals the one found first. The rest may be empty: `/files/` matches `/files/*`. */
function rememberWildcard<T>({ wildcards }: Node<T>, start: number, search: Search<T>): void {
  if (wildcards.size === 0 || (search.wildcard !== undefined && search.wildcard.restStart >= start)) return;
  const value = wildcards.get(search.method);
  if (value === undefined) return;
  search.wildcard = { kind: 'wildcard', value, captured: [...search.captured], restStart: start };
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), parameter: undefined, ends: new Map(), wildcards: new Map() };
}

function childOf<T>(node: Node<T>, segment: string | null): Node<T> {
  const child = (segment === null ? node.parameter : node.literals.get(segment)) ?? emptyNode<T>();
  if (segment === null) node.parameter = child;
  else node.literals.set(segment, child);
  return child;
}

function valuesAt<T>(node: Node<T>, kind: Found<T>['kind']): Map<string, T> {
  return kind === 'pattern' ? node.ends : node.wildcards;
}

/** A segment ends before the next slash. */
function endOfSegment(path: string, start: number): number {
  const slash = path.indexOf('/', start);
  return slash < 0 ? path.length : slash;
}

function detach<T>(node: Node<T>, segment: string | null): void {
  if (segment === null) node.parameter = undefined;
  else node.literals.delete(segment);
}

function isEmpty({ literals, parameter, ends, wildcards }: Node<unknown>): boolean {
  return literals.size + ends.size + wildcards.size === 0 && parameter === undefined;
}
