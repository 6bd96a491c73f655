import type { Context } from '../http/context.ts';
import { HttpError } from '../http/errors.ts';
import type { Middleware, Next } from '../routing/route.ts';

export interface JsonOnlyOptions {
  /** Requests whose body isn't read as JSON, such as uploads: `(ctx) => ctx.request.path === '/files'`. */
  except?: (ctx: Context) => boolean;
}

/**
 * Answers 415 to a body that isn't declared as JSON. `ctx.bind` would read it anyway; but an HTML form can send JSON as
 * `text/plain` from any site without asking first, while `application/json` makes the browser ask (a CORS preflight).
 */
export function jsonOnly({ except = () => false }: JsonOnlyOptions = {}): Middleware {
  return new JsonOnly(except);
}

class JsonOnly implements Middleware {
  readonly #except: (ctx: Context) => boolean;

  constructor(except: (ctx: Context) => boolean) {
    this.#except = except;
  }

  handle(ctx: Context, next: Next): unknown {
    const { headers } = ctx.request.incoming;
    const hasBody = Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined;
    if (hasBody && !isJson(ctx.header('content-type')) && !this.#except(ctx)) {
      throw new HttpError(415, 'Send the body as JSON, with Content-Type: application/json');
    }
    return next();
  }
}

/** `application/json`, with or without parameters, and types built on it, such as `application/merge-patch+json`. */
function isJson(type: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type);
}
