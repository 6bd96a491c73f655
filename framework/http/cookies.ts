import { stringifySetCookie } from 'cookie';

export interface CookieOptions {
  /** Seconds until the cookie expires. Without it, the cookie lasts until the browser closes. */
  maxAge?: number;
  path?: string;
  domain?: string;
  /** Scripts in the page can't read it. On by default. */
  httpOnly?: boolean;
  /** Only sent over HTTPS. */
  secure?: boolean;
  /** `lax` by default: a request from another site carries the cookie only if it opens a page with GET, as a link does. */
  sameSite?: 'strict' | 'lax' | 'none';
}

export function formatCookie(name: string, value: string, options: CookieOptions): string {
  // Default values instead of a spread, with which `{ httpOnly: undefined }` would switch the protection off.
  const { path = '/', httpOnly = true, sameSite = 'lax', ...others } = options;
  return stringifySetCookie({ name, value, path, httpOnly, sameSite, ...others });
}
