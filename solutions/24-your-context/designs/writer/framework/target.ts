import { canonicalPath } from './escapes.ts';

export interface Target {
  readonly path: string;
  readonly query: string;
}

export function parseTarget(raw: string): Target | undefined {
  const [whole] = cut(raw, '#');
  const [address, query] = cut(whole, '?');
  const path = canonicalPath(localPart(address).replace(/^\/+/, '/'));
  return path ? { path, query } : undefined;
}

/** What follows scheme and host; `''` if it isn't a path. */
function localPart(address: string): string {
  if (address.startsWith('/')) return address;
  const absolute = /^[a-z][a-z0-9+.-]*:\/\/[^/]*(.*)$/i.exec(address);
  return absolute ? absolute[1] || '/' : '';
}

export function cut(text: string, separator: string): [before: string, after: string] {
  const [before = '', ...after] = text.split(separator);
  return [before, after.join(separator)];
}
