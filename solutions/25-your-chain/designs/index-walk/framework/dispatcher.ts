import type { IncomingMessage, ServerResponse } from 'node:http';
import { Context } from './context.ts';
import { ClientGone, HttpError } from './http-error.ts';
import { noParams } from './params.ts';
import { IncomingRequest } from './request.ts';
import { discard, type OutgoingResponse, send } from './response.ts';
import type { Handler } from './route.ts';
import type { Router } from './router.ts';
import type { Limits } from './server.ts';
import { parseTarget } from './target.ts';
import { walk } from './walk.ts';

export interface DispatcherOptions {
  readonly router: Router;
  readonly limits: Limits;
  readonly log: { error(message: string, fields: Record<string, unknown>): void };
}

/** How the work for a request has ended. */
type Outcome = { readonly value: unknown } | { readonly error: unknown };

export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #unknown: Handler;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    this.#unknown = walk(options.router.middlewares, (ctx) =>
      respondUnknown(ctx, options.router.allowed(ctx.request.path)),
    );
  }

  dispatch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { router, limits } = this.#options;
    const target = parseTarget(incoming.url ?? '');
    const match = target && router.resolve(incoming.method ?? '', target.path);
    const place = target ?? { path: incoming.url ?? '', query: '' };
    const ctx = new Context(new IncomingRequest(incoming, place, match?.params ?? noParams, limits.body), outgoing);
    const finish = (outcome: Outcome) => this.#finish(ctx, outgoing, outcome);
    if (target === undefined) finish({ error: new HttpError(400) });
    else follow(() => (match ? match.run(ctx) : this.#unknown(ctx)), finish);
  }

  /** The only place where anything is sent. */
  #finish(ctx: Context, outgoing: ServerResponse, outcome: Outcome): void {
    const where = `${ctx.request.method} ${ctx.request.path}`;
    const written = 'error' in outcome ? outcome : write(ctx, outcome.value);
    if ('error' in written && !(written.error instanceof ClientGone)) {
      const { status, message } = written.error instanceof HttpError ? written.error : new HttpError(500);
      if (status >= 500) this.#options.log.error(`${where}: ${status}`, { error: written.error });
      empty(ctx.response);
      ctx.status(status).json({ error: message });
    }
    try {
      send(outgoing, ctx.response);
    } catch (error) {
      this.#options.log.error(`${where}: no response`, { error });
      outgoing.destroy();
    }
  }
}

/** Calls `finish` once: now for a plain value, and for a promise when it settles. */
function follow(work: () => unknown, finish: (outcome: Outcome) => void): void {
  let isOver = false;
  const end = (outcome: Outcome) => {
    if (!isOver) finish(outcome);
    isOver = true;
  };
  try {
    const value = work();
    // Read once: it may be a getter, and it may throw.
    const then = value !== null && typeof value === 'object' ? (value as PromiseLike<unknown>).then : undefined;
    if (typeof then !== 'function') return void end({ value });
    then.call(
      value as PromiseLike<unknown>,
      (later) => end({ value: later }),
      (error) => end({ error }),
    );
  } catch (error) {
    end({ error });
  }
}

function write(ctx: Context, value: unknown): Outcome {
  try {
    return { value: value === undefined || value === ctx ? value : ctx.json(value) };
  } catch (error) {
    return { error };
  }
}

function empty(response: OutgoingResponse): void {
  const { headers = {} } = response;
  discard(response.body);
  response.body = undefined;
  const about = ['type', 'encoding', 'disposition'].map((name) => `content-${name}`);
  for (const name of [...about, 'etag', 'last-modified', 'location', 'cache-control']) delete headers[name];
}

function respondUnknown(ctx: Context, allowed: readonly string[]): Context {
  if (allowed.length > 0) ctx.response.setHeader('allow', allowed.join(', '));
  const isAsked = allowed.length > 0 && ctx.request.method === 'OPTIONS';
  return isAsked ? ctx.status(204) : ctx.status(404).json({ error: 'Not Found' });
}
