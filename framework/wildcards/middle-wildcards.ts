/** The segments of a route before or after its wildcard. A parameter is `null`. */
type Segments = readonly (string | null)[];

// A route with a wildcard in the middle: `/*/info/refs` has nothing before it, and `info` and `refs` after it.
interface Line<T> {
  readonly before: Segments;
  readonly after: Segments;
  readonly value: T;
}

/** A wildcard that matches, what its parameters and its star captured, and where the part of the star starts. */
interface Found<T> {
  readonly kind: 'wildcard';
  readonly value: T;
  readonly captured: readonly string[];
  readonly restStart: number;
}

/**
 * The routes with a wildcard in the middle. They are few, and only paths without an exact path or a pattern are compared with
 * them, so they are a list for each method, the first of which that matches wins: the longest part before the wildcard, then the
 * longest part after it, then the leftmost literal.
 */
export class MiddleWildcards<T> {
  readonly #lines = new Map<string, Line<T>[]>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** If there is a value already, returns it instead of replacing it. */
  insert(before: Segments, after: Segments, method: string, value: T): T | undefined {
    const lines = this.#lines.get(method) ?? [];
    const existing = lines.find((line) => isSame(line, before, after));
    if (existing !== undefined) return existing.value;
    this.#lines.set(method, [...lines, { before, after, value }].sort(byPrecedence));
    return undefined;
  }

  remove(before: Segments, after: Segments, method: string): T | undefined {
    const lines = this.#lines.get(method) ?? [];
    const removed = lines.find((line) => isSame(line, before, after));
    const others = lines.filter((line) => line !== removed);
    if (others.length > 0) this.#lines.set(method, others);
    else this.#lines.delete(method);
    return removed?.value;
  }

  /** `other` is the best wildcard with nothing after its star. It wins if it has the longer prefix. */
  find<O extends { readonly restStart: number }>(path: string, method: string, other?: O): Found<T> | O | undefined {
    const lines = this.#lines.get(method);
    if (lines === undefined) return other;
    // A trailing slash is ignored, as in a pattern.
    const parts = path.slice(1, path.endsWith('/') ? -1 : undefined).split('/');
    for (const { before, after, value } of lines) {
      const end = parts.length - after.length;
      // A wildcard at the end may match nothing. This one has to be something between its neighbours.
      const rest = end > before.length ? parts.slice(before.length, end).join('/') : '';
      if (rest === '' || !matches(before, parts, 0) || !matches(after, parts, end)) continue;
      const restStart = [...parts.slice(0, before.length), ''].join('/').length + 1;
      if (other !== undefined && other.restStart > restStart) return other;
      const captured = [...capturedBy(before, parts, 0), rest, ...capturedBy(after, parts, end)];
      return { kind: 'wildcard', value, captured, restStart };
    }
    return other;
  }
}

/** A parameter is never empty, and never longer than any sensible id or slug. */
function matches(segments: Segments, parts: readonly string[], from: number): boolean {
  return segments.every((segment, index) => {
    const part = parts[from + index]!;
    return segment === null ? part !== '' && part.length <= 1_024 : segment === part;
  });
}

function capturedBy(segments: Segments, parts: readonly string[], from: number): string[] {
  return segments.flatMap((segment, index) => (segment === null ? [parts[from + index]!] : []));
}

function isSame<T>(line: Line<T>, before: Segments, after: Segments): boolean {
  return shapeOf(line.before) === shapeOf(before) && shapeOf(line.after) === shapeOf(after);
}

function shapeOf(segments: Segments): string {
  return JSON.stringify(segments);
}

function byPrecedence<T>(a: Line<T>, b: Line<T>): number {
  const longest = b.before.length - a.before.length || b.after.length - a.after.length;
  if (longest !== 0) return longest;
  const others = [...b.before, ...b.after];
  const difference = [...a.before, ...a.after].findIndex((part, i) => (part === null) !== (others[i] === null));
  return difference < 0 ? 0 : others[difference] === null ? -1 : 1;
}
