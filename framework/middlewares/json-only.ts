import { HttpError } from '../http/errors.ts';
import type { Middleware } from '../routing/route.ts';

/**
 * Answers 415 to a body that isn't declared as JSON. `ctx.bind` would read it anyway; but an HTML form can send JSON as
 * `text/plain` from any site without asking first, while `application/json` makes the browser ask (a CORS preflight).
 */
export function jsonOnly(): Middleware {
  return {
    handle(ctx, next) {
      const { incoming } = ctx.request;
      const hasBody =
        Number(incoming.headers['content-length']) > 0 || incoming.headers['transfer-encoding'] !== undefined;
      if (hasBody && !isJson(ctx.header('content-type'))) throw new HttpError(415);
      return next();
    },
  };
}

/** `application/json`, with or without parameters, and types built on it, such as `application/merge-patch+json`. */
function isJson(type: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);
}
