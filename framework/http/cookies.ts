import { parseCookie, stringifySetCookie } from 'cookie';

export interface CookieOptions {
  /** Seconds until the browser forgets it; without it the cookie goes when the browser closes. */
  maxAge?: number;
  path?: string;
  domain?: string;
  /** Scripts in the page cannot read it. On unless switched off. */
  httpOnly?: boolean;
  /** Sent over HTTPS only. */
  secure?: boolean;
  /** `lax` unless said otherwise: other sites cannot make the browser send it along with a form. */
  sameSite?: 'strict' | 'lax' | 'none';
}

export function parseCookies(header: string): Record<string, string | undefined> {
  return parseCookie(header);
}

export function formatCookie(name: string, value: string, options: CookieOptions): string {
  // Defaults one by one: after a spread, `{ httpOnly: undefined }` would have switched off what it never mentioned.
  const { path = '/', httpOnly = true, sameSite = 'lax', ...others } = options;
  return stringifySetCookie({ name, value, path, httpOnly, sameSite, ...others });
}
