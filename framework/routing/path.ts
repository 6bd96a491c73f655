import { misplacedStar, queryInPath, twoSlashes } from '../hints/routes.ts';
import { canonicalPath } from '../http/target.ts';

/** A route's path, taken apart. */
export interface RoutePath {
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  /** Literal segments in their canonical spelling, parameters as `null`. Those of a wildcard end before its `*`. */
  readonly segments: readonly (string | null)[];
  /** The segments after the `*`, of which most wildcards have none. */
  readonly after: readonly (string | null)[];
  /** The names of the parameters, in the order of the path; the `*` is one of them. */
  readonly names: readonly string[];
}

/**
 * The only parser of route paths, such as `/posts/:id` and `/files/*`. It looks for `:` and `*` before it decodes escapes, so
 * that `%3Aid` and `%2A` are plain text. `label` names the route in error messages.
 */
export function parsePath(path: string, label: string): RoutePath {
  if (/[?#]/.test(path)) throw queryInPath(label);
  if (path.startsWith('//')) throw twoSlashes(label, path);
  const parts = withoutTrailingSlash(path).slice(1).split('/');
  const star = parts.indexOf('*');
  const names: string[] = [];
  const segments = parts.map((part, index) => {
    if (index === star) names.push('*');
    else if (!part.startsWith(':')) return literal(part, label);
    else names.push(parameterName(part.slice(1), names, label));
    return null;
  });
  if (star < 0) return { kind: names.length > 0 ? 'pattern' : 'exact', segments, after: [], names };
  return { kind: 'wildcard', segments: segments.slice(0, star), after: segments.slice(star + 1), names };
}

/** `/api` and `/v1` make `/api/v1`, with exactly one slash between them. */
export function joinPaths(prefix: string, path: string): string {
  if (typeof path !== 'string') throw new TypeError(`A route below "${prefix || '/'}" has no path. Add path: '/…'.`);
  const rest = path === '' || path.startsWith('/') ? path : `/${path}`;
  return prefix.replace(/\/$/, '') + rest || '/';
}

/** `/posts/` is `/posts`. Only one slash is removed: `/posts//` ends in an empty segment, which matches nothing. */
export function withoutTrailingSlash(path: string): string {
  const last = path.length - 1;
  return last > 0 && path.charCodeAt(last) === SLASH ? path.slice(0, last) : path;
}

function literal(part: string, label: string): string {
  if (part.includes('*')) throw misplacedStar(label, part);
  const canonical = canonicalPath(part);
  if (canonical === undefined) throw new TypeError(`${label}: "%" must start a UTF-8 escape. Write a plain % as %25.`);
  return canonical;
}

function parameterName(name: string, taken: readonly string[], label: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name)) {
    throw new TypeError(
      `${label}: ":${name}" isn't a valid parameter. A parameter is a whole segment: a colon and a name, like :id. ` +
        'Write a literal colon as %3A.',
    );
  }
  if (taken.includes(name)) throw new TypeError(`${label}: two parameters are called ":${name}". Rename one of them.`);
  return name;
}

const SLASH = 47;
