import { canonicalPath } from '../http/target.ts';

/** A route's path, taken apart. */
export interface RoutePath {
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  /** Literal segments in their canonical spelling, parameters as `null`. The `*` of a wildcard is not among them. */
  readonly segments: readonly (string | null)[];
  /** The names of the parameters, in the order of the path; `*` comes last. */
  readonly names: readonly string[];
}

/**
 * The only parser of route paths, such as `/posts/:id` and `/files/*`. It looks for `:` and `*` before it decodes escapes, so
 * that `%3Aid` and `%2A` are plain text. `label` names the route in error messages.
 */
export function parsePath(path: string, label: string): RoutePath {
  if (/[?#]/.test(path)) {
    throw new TypeError(`${label}: a path can't contain "?" or "#". Read query parameters with ctx.query().`);
  }
  if (path.startsWith('//')) {
    throw new TypeError(
      `${label}: no request path starts with two slashes, so this route never matches. Write ${path.replace(/^\/+/, '/')}.`,
    );
  }
  const parts = withoutTrailingSlash(path).slice(1).split('/');
  const isWildcard = parts.at(-1) === '*';
  if (isWildcard) parts.pop();
  const names: string[] = [];
  const segments = parts.map((part) => {
    if (!part.startsWith(':')) return literal(part, label);
    names.push(parameterName(part.slice(1), names, label));
    return null;
  });
  const kind = isWildcard ? 'wildcard' : names.length > 0 ? 'pattern' : 'exact';
  if (isWildcard) names.push('*');
  return { kind, segments, names };
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
  if (part.includes('*')) {
    throw new TypeError(`${label}: "*" must be the last segment, on its own. Write a literal asterisk as %2A.`);
  }
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
