import type { Context } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import type { Middleware, Next } from '../routing/route.ts';

export interface CrossOriginOptions {
  /** Other origins whose pages may send requests that change something, such as `https://app.example.com`. */
  trusted?: readonly string[];
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Rejects requests that a page of another site sends with the cookies of its visitor (cross-site request forgery). Browsers
 * say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`. Programs send neither, and carry no cookies
 * that somebody else could abuse.
 */
export function crossOriginProtection({ trusted = [] }: CrossOriginOptions = {}): Middleware {
  return new CrossOriginProtection(trusted);
}

class CrossOriginProtection implements Middleware {
  readonly #trusted: readonly string[];

  constructor(trusted: readonly string[]) {
    this.#trusted = trusted;
  }

  handle(ctx: Context, next: Next): unknown {
    const isAllowed =
      safeMethods.includes(ctx.request.method) || isSameOrigin(ctx) || this.#trusted.includes(ctx.header('origin'));
    if (!isAllowed) throw new HttpError(403, 'Cross-origin request rejected');
    return next();
  }
}

function isSameOrigin(ctx: Context): boolean {
  const site = ctx.header('sec-fetch-site');
  // `none`: the visitor has started it, for example from a bookmark.
  if (site !== '') return site === 'same-origin' || site === 'none';
  const origin = ctx.header('origin');
  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.header('host'));
}
