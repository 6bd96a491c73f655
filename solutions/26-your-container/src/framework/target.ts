import { canonicalPath } from './escapes.ts';

/** The request target, split: the path in its one canonical spelling, and the query string as it was sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Parses the target of the request line. Undefined if it is malformed. */
export function parseTarget(raw: string): Target | undefined {
  // Most targets are a plain path. This saves them the work below.
  if (/^\/(?!\/)[^?#%]*$/.test(raw)) return { path: raw, query: '' };
  const [address = '', query = ''] = splitOnce(splitOnce(raw, '#')[0], '?');
  // Proxies receive absolute targets, and attackers send leading double slashes to trick redirects. Both become a path.
  const local = address && (address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/');
  const path = canonicalPath(local.replace(/^\/{2,}/, '/'));
  return path?.startsWith('/') ? { path, query } : undefined;
}

/** More than any honest form has. Without a limit, the client decides how much work its request costs. */
const mostParameters = 1_000;

/** If a key is repeated, the first value counts. Malformed escapes are kept: a query is data, never an address. */
export function parseQuery(query: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of query.split('&', mostParameters)) {
    const [key, value] = splitOnce(pair, '=').map(decodeFormText) as [string, string];
    if (pair !== '' && !values.has(key)) values.set(key, value);
  }
  return values;
}

/** Decodes a key or a value of a query: a plus sign is a space. */
export function decodeFormText(text: string): string {
  return decodeOrKeep(text.replaceAll('+', ' '));
}

/** Decodes escapes, and leaves a value that can't be decoded as it is. */
export function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The parts before and after the first separator; `''` if there is none. */
export function splitOnce(text: string, separator: string): [string, string] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
