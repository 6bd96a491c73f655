export interface CookieOptions {
  /** Seconds until the cookie expires. Without it, the cookie lasts until the browser closes. */
  maxAge?: number;
  path?: string;
  /** Scripts in the page can't read it. On by default. */
  httpOnly?: boolean;
  /** Only sent over HTTPS. */
  secure?: boolean;
  /** `lax` by default: other sites can't make the browser send the cookie along with a form. */
  sameSite?: 'strict' | 'lax' | 'none';
}

/** Parses a `Cookie` header. If a name is repeated, the first value counts. */
export function parseCookies(header: string): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals < 0 || cookies.has(name)) continue;
    cookies.set(name, decoded(pair.slice(equals + 1).trim()));
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

/** Removes quotes and decodes escapes, and leaves a value that can't be decoded as it is. */
export function decoded(value: string): string {
  const unquoted = value.replace(/^"(.*)"$/, '$1');
  try {
    return decodeURIComponent(unquoted);
  } catch {
    return unquoted;
  }
}
