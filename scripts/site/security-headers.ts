import type { Context, Middleware, Next } from 'trellis';
import { machineHash } from '../browser/machine-page.ts';

/** Nothing on these pages comes from elsewhere, and nothing on them may go elsewhere. */
const base = (script = '') =>
  `default-src 'none'; script-src 'self'${script}; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'`;
const policy = `${base()}; frame-ancestors 'none'`;

/**
 * A page with an editor also has the frame in which the program runs. What the page doesn't allow, the frame can't do either:
 * its script, which the hash names, and the workers that this script makes. The frame's own policy is stricter.
 */
export const tryPolicy = `${base(` ${machineHash} blob: 'wasm-unsafe-eval'`)}; worker-src 'self' blob:`;

export class SecurityHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.setHeader('content-security-policy', policy).setHeader('x-content-type-options', 'nosniff');
    ctx.response.setHeader('referrer-policy', 'no-referrer');
    // The browser sends our cookie for the pages of every port of this host, which are those of other programs.
    ctx.response.setHeader('cross-origin-resource-policy', 'same-origin');
    return next();
  }
}
