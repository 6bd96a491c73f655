import { decodeOrKeep, splitOnce } from './target.ts';

export interface CookieOptions {
  /** Seconds until the cookie expires. Without it, the cookie lasts until the browser closes. */
  maxAge?: number;
  path?: string;
  /** Scripts in the page can't read it. On by default. */
  httpOnly?: boolean;
  /** Only sent over HTTPS. */
  secure?: boolean;
  /** `lax` by default: a request from another site carries the cookie only if it opens a page with GET, as a link does. */
  sameSite?: 'strict' | 'lax' | 'none';
}

/** Parses a `Cookie` header. If a name is repeated, the first value counts. */
export function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const [name, value] = splitOnce(pair, '=').map((part) => part.trim()) as [string, string];
    if (!pair.includes('=') || cookies.has(name)) continue;
    cookies.set(name, decodeOrKeep(value.replace(/^"(.*)"$/, '$1')));
  }
  return cookies;
}

/** The value of a `Set-Cookie` header. Safe unless the caller asks for less. */
export function formatCookie(name: string, value: string, options: CookieOptions): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError(`"${name}" can't be the name of a cookie.`);
  const { maxAge, path = '/', httpOnly = true, secure = false, sameSite = 'lax' } = options;
  // Encoded, so that a semicolon or a line break in the value can't add an attribute or a header.
  const parts = [`${name}=${encodeURIComponent(value)}`];
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  parts.push(`Path=${path}`);
  if (httpOnly) parts.push('HttpOnly');
  if (secure) parts.push('Secure');
  return [...parts, `SameSite=${sameSite[0]!.toUpperCase()}${sameSite.slice(1)}`].join('; ');
}
