import type { Context, Middleware, Next } from 'trellis';

/** Nothing on these pages comes from elsewhere, and nothing on them may go elsewhere. */
const base =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'";
const policy = `${base}; frame-ancestors 'none'`;

/** A page with an editor also has the frame in which the program runs. */
export const tryPolicy = `${base}; frame-src 'self'`;

/** The frame has a stricter policy of its own: see `edition.ts`. */
export const machineHeader = "frame-ancestors 'self'; sandbox allow-scripts";

export class SecurityHeaders implements Middleware {
  handle(ctx: Context, next: Next) {
    ctx.response.setHeader('content-security-policy', policy).setHeader('x-content-type-options', 'nosniff');
    ctx.response.setHeader('referrer-policy', 'no-referrer');
    // The browser sends our cookie for the pages of every port of this host, which are those of other programs.
    ctx.response.setHeader('cross-origin-resource-policy', 'same-origin');
    return next();
  }
}
