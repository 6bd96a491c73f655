import querystring from 'node:querystring';
import { canonicalPath } from './escapes.ts';

export interface Target {
  readonly path: string;
  readonly query: string;
}

/** The whole grammar: perhaps a scheme and a host, perhaps a path, perhaps a query, and a fragment, which doesn't matter. */
const grammar = /^(?<host>[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?(?<path>\/[^?#]*)?(\?(?<query>[^#]*))?(#.*)?$/i;

export function parseTarget(raw: string): Target | undefined {
  const { host, path: sent, query = '' } = grammar.exec(raw)?.groups ?? {};
  if (host === undefined && sent === undefined) return undefined;
  const path = canonicalPath((sent ?? '/').replace(/^\/{2,}/, '/'));
  return path === undefined ? undefined : { path, query };
}

/** The pairs of a query or of a cookie header. Of two with the same name, the first one counts. */
export function pairsIn(parts: readonly string[]): Map<string, string> {
  const pairs = parts
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', ...value] = part.split('=');
      return [querystring.unescape(name), querystring.unescape(value.join('='))] as const;
    });
  // A map keeps the last one.
  return new Map(pairs.reverse());
}
