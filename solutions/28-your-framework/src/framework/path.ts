import { canonicalPath } from './escapes.ts';

/** A route's path, taken apart. */
export interface RoutePath {
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  /** Literal segments as they are, parameters as `null`. The `*` of a wildcard is not among them. */
  readonly segments: readonly (string | null)[];
  /** The names of the parameters, in the order of the path; `*` comes last. */
  readonly names: readonly string[];
}

/** Parses `/posts/:id`. Markers are recognised before escapes are decoded, so `%3Aid` is a literal segment. */
export function parsePath(path: string): RoutePath {
  const parts = withoutTrailingSlash(path).slice(1).split('/');
  const isWildcard = parts.at(-1) === '*';
  if (isWildcard) parts.pop();
  const names: string[] = [];
  const segments = parts.map((part) => {
    if (!part.startsWith(':')) return literal(part, path);
    const name = part.slice(1);
    if (name === '' || names.includes(name)) {
      throw new TypeError(`${path}: every parameter needs a name of its own, like :id.`);
    }
    names.push(name);
    return null;
  });
  const kind = isWildcard ? 'wildcard' : names.length > 0 ? 'pattern' : 'exact';
  if (isWildcard) names.push('*');
  return { kind, segments, names };
}

/** `/posts/` is `/posts`. Only one slash is removed: `/posts//` ends in an empty segment. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `/api` and `/v1` make `/api/v1`, with exactly one slash between them. */
export function joinPaths(prefix: string, path: string): string {
  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
  return prefix.replace(/\/$/, '') + rest || '/';
}

function literal(part: string, path: string): string {
  if (part.includes('*')) throw new TypeError(`${path}: "*" must be the last segment, on its own.`);
  const text = canonicalPath(part);
  if (text === undefined) throw new TypeError(`${path}: "%" must start a UTF-8 escape. Write a plain % as %25.`);
  return text;
}
