export interface CookieOptions {
  maxAge?: number;
  path?: string;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: 'strict' | 'lax' | 'none';
}

const spelling = { strict: 'Strict', lax: 'Lax', none: 'None' };

/** Names as in RFC 9110, section 5.6.2. */
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

export function formatCookie(name: string, value: string, options: CookieOptions): string {
  if (!token.test(name)) throw new TypeError(`"${name}" can't be the name of a cookie.`);
  const { maxAge, path = '/', httpOnly = true, secure = false, sameSite = 'lax' } = options;
  const attributes = [
    `SameSite=${spelling[sameSite]}`,
    secure && 'Secure',
    httpOnly && 'HttpOnly',
    maxAge !== undefined && `Max-Age=${maxAge}`,
    `Path=${path}`,
  ];
  return [`${name}=${encodeURIComponent(value)}`, ...attributes.filter(Boolean)].join('; ');
}
