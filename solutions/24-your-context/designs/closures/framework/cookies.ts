export interface CookieOptions {
  maxAge?: number;
  path?: string;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: 'strict' | 'lax' | 'none';
}

/** What is in the header for each option. Those that are undefined have their default before they get here. */
const attributes = new Map<keyof CookieOptions, (value: unknown) => string | undefined>([
  ['path', (value) => `Path=${value}`],
  ['maxAge', (value) => (value === undefined ? undefined : `Max-Age=${value}`)],
  ['secure', (value) => (value ? 'Secure' : undefined)],
  ['httpOnly', (value) => (value ? 'HttpOnly' : undefined)],
  ['sameSite', (value) => `SameSite=${String(value).replace(/^./, (first) => first.toUpperCase())}`],
]);

const defaults: CookieOptions = { path: '/', httpOnly: true, sameSite: 'lax' };

export function formatCookie(name: string, value: string, options: CookieOptions): string {
  if (/[^\w!#$%&'*+.^`|~-]/.test(name) || name === '') throw new TypeError(`"${name}" can't be the name of a cookie.`);
  const parts = [...attributes].map(([option, format]) => format(options[option] ?? defaults[option]));
  return [`${name}=${encodeURIComponent(value)}`, ...parts.filter((part) => part !== undefined)].join('; ');
}
