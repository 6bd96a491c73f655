/** A level of the tree: what the next segment of a path may be. */
class Node<T> {
  readonly literals = new Map<string, Node<T>>();
  parameter: Node<T> | undefined;
  /** The routes that end here, by method. */
  readonly ends = new Map<string, T>();
  /** The wildcards that take over from here, by method. */
  readonly wildcards = new Map<string, T>();
}

/** What a path leads to, and the segments that its parameters captured. */
export interface Found<T> {
  readonly value: T;
  readonly captured: readonly string[];
  /** Where the rest of a wildcard starts: an index of the path. */
  readonly restStart: number;
}

/** Routes by their segments. A path is read segment by segment, so other routes cost it nothing. */
export class Tree<T> {
  readonly #root = new Node<T>();

  /** Stores a value, unless there is one already: then it returns that one. A parameter is `null`. */
  insert(segments: readonly (string | null)[], isWildcard: boolean, method: string, value: T): T | undefined {
    // Step 2: walk to the node of these segments, create the nodes that are missing, and store the value.
    return undefined;
  }

  /** A pattern for the whole path, or else the wildcard after the longest prefix. */
  find(path: string, method: string): Found<T> | undefined {
    const search: Search<T> = { path, method, captured: [], wildcard: undefined };
    const value = findBelow(this.#root, 1, search);
    // Step 4: no pattern matches, so a wildcard may.
    if (value === undefined) return undefined;
    return { value, captured: search.captured, restStart: path.length };
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
  // Step 4: remember the wildcard of this node, if it is the best one so far.
  // A trailing slash is ignored, unless it is the whole path.
  if (start === path.length && start > 1) return node.ends.get(method);
  const slash = path.indexOf('/', start);
  const end = slash < 0 ? path.length : slash;
  const segment = path.slice(start, end);
  // Step 2: go on with the literal if there is one, otherwise with the parameter. Step 3: backtrack.
  return undefined;
}
