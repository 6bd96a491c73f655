import type { Context } from '../http/context.ts';
import type { Middleware, Next } from '../routing/route.ts';

export interface SecurityHeadersOptions {
  /** The Content-Security-Policy. The default suits an API, whose responses load and embed nothing. */
  contentSecurityPolicy?: string;
  /** Seconds for which browsers use HTTPS only; 0 omits the header. Default: a year, and 0 if NODE_ENV is `development`. */
  hsts?: number;
  /** Extends `hsts` to every subdomain of the host. Set it only if you run all of them, and over HTTPS. Default: false. */
  includeSubDomains?: boolean;
}

/** For pages: only files of their own site, forms that stay there, and no frame around them. */
export const pagePolicy =
  "default-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'";

const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
const year = 365 * 24 * 60 * 60;

/** Headers that limit what a browser does with a response, in case something else has gone wrong. */
export function securityHeaders(options: SecurityHeadersOptions = {}): Middleware {
  // A forgotten variable must not turn it off. Browsers ignore it over plain HTTP.
  const { contentSecurityPolicy = apiPolicy, hsts = process.env.NODE_ENV === 'development' ? 0 : year } = options;
  const strict = `max-age=${hsts}${options.includeSubDomains ? '; includeSubDomains' : ''}`;
  const headers: [string, string][] = [
    ['content-security-policy', contentSecurityPolicy],
    // A response is what its Content-Type says: JSON with markup in it never becomes a page.
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    // Addresses may contain ids and tokens. Other sites don't need to know them. With `no-referrer`, a browser would send
    // our own forms with `Origin: null`, and without `Sec-Fetch-Site`, crossOriginProtection would refuse them.
    ['referrer-policy', 'same-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ...(hsts > 0 ? [['strict-transport-security', strict] as [string, string]] : []),
  ];
  return new SecurityHeaders(headers);
}

class SecurityHeaders implements Middleware {
  readonly #headers: readonly [string, string][];

  constructor(headers: readonly [string, string][]) {
    this.#headers = headers;
  }

  handle(ctx: Context, next: Next): unknown {
    for (const [name, value] of this.#headers) ctx.response.setHeader(name, value);
    return next();
  }
}
