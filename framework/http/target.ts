import { HttpError } from './errors.ts';

/** The request target, split: the path in its one canonical spelling, and the query string as it was sent. */
export interface Target {
  path: string;
  query: string;
}

/**
 * Parses the target of the request line. Router and middlewares see this path and no other, so that `//admin`,
 * `/%61dmin` and `http://host/admin` can't mean one thing to a middleware and another to a handler.
 * Returns undefined if it is malformed or contains a NUL. Uses `indexOf`, because `new URL` takes 20 times as long.
 */
export function parseTarget(raw: string): Target | undefined {
  if (isPlain(raw)) return { path: raw, query: '' };
  const question = raw.indexOf('?');
  const fragment = raw.indexOf('#');
  const end = fragment < 0 ? raw.length : fragment;
  const cut = question < 0 || question > end ? end : question;
  const path = canonicalPath(withoutHost(cut === raw.length ? raw : raw.slice(0, cut)));
  if (path === undefined || path.charCodeAt(0) !== SLASH || path.includes('\0')) return undefined;
  return { path, query: cut < end ? raw.slice(cut + 1, end) : '' };
}

/** A path that starts with a single slash and has no query, fragment or escape is already canonical. */
function isPlain(raw: string): boolean {
  if (raw.charCodeAt(0) !== SLASH || raw.charCodeAt(1) === SLASH) return false;
  for (let i = 1; i < raw.length; i++) {
    const code = raw.charCodeAt(i);
    if (code === QUESTION || code === HASH || code === PERCENT) return false;
  }
  return true;
}

/**
 * Decodes percent escapes once. `%2F` and `%25` stay, in upper case: an encoded slash must not create a segment, and an
 * encoded percent sign must not create an escape. For the values of parameters, `decodeParameter` decodes these too.
 */
export function canonicalPath(path: string): string | undefined {
  if (path.indexOf('%') < 0) return path;
  try {
    return decodeURIComponent(path.replace(/%(2f|25)/gi, (_, hex: string) => `%25${hex.toUpperCase()}`));
  } catch {
    return undefined;
  }
}

export function decodeParameter(value: string): string {
  return value.indexOf('%') < 0 ? value : value.replace(/%2F/g, '/').replace(/%25/g, '%');
}

/** More than any honest form has. Without a bound, a client decides how much work and memory its request costs. */
const maxParameters = 1_000;

/**
 * If a key is repeated, the first value counts, and `repeated` gets the others. Malformed escapes are kept: a query is data,
 * never an address.
 */
export function parseQuery(query: string, repeated?: (key: string, value: string) => void): Map<string, string> {
  const values = new Map<string, string>();
  const pairs = query.split('&', maxParameters + 1);
  if (pairs.length > maxParameters) throw new HttpError(400, 'Too many parameters');
  if (query.includes('%00') || query.includes('\0')) throw new HttpError(400, 'Invalid request');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = decodeFormText(equals < 0 ? pair : pair.slice(0, equals));
    if (!values.has(key)) values.set(key, equals < 0 ? '' : decodeFormText(pair.slice(equals + 1)));
    else repeated?.(key, equals < 0 ? '' : decodeFormText(pair.slice(equals + 1)));
  }
  return values;
}

function decodeFormText(text: string): string {
  const spaced = text.indexOf('+') < 0 ? text : text.replaceAll('+', ' ');
  if (spaced.indexOf('%') < 0) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Proxies receive absolute targets, and attackers send leading double slashes to trick redirects. Both become a path. */
function withoutHost(path: string): string {
  if (path.charCodeAt(0) === SLASH && path.charCodeAt(1) !== SLASH) return path;
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(path);
  const rest = absolute ? path.slice(absolute[0].length) || '/' : path;
  return rest.replace(/^\/{2,}/, '/');
}

const HASH = 35;
const PERCENT = 37;
const SLASH = 47;
const QUESTION = 63;
