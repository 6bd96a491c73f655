import type { IncomingMessage, ServerResponse } from 'node:http';
import { chain } from './chain.ts';
import { Context } from './context.ts';
import { ClientGone, HttpError } from './http-error.ts';
import { noParams } from './params.ts';
import { IncomingRequest } from './request.ts';
import { clearContent, send } from './response.ts';
import type { Match, Router } from './router.ts';
import type { Limits } from './server.ts';
import { settle } from './settle.ts';
import { parseTarget } from './target.ts';

export interface DispatcherOptions {
  readonly router: Router;
  readonly limits: Limits;
  /** Gets what the client must not see. */
  readonly log: { error(message: string, fields: Record<string, unknown>): void };
}

/** The life of a request: target → router → chain → handler → response. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  /** What handles a request that no route matches. */
  readonly #missing: Pick<Match, 'params' | 'run'>;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    // Inside the global middlewares: a log or a header that every response must have shouldn't miss the 404s.
    this.#missing = { params: noParams, run: chain(options.router.middlewares, (ctx) => this.#noRoute(ctx)) };
  }

  dispatch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = parseTarget(incoming.url ?? '');
    const found = (target && this.#options.router.resolve(incoming.method ?? '', target.path)) ?? this.#missing;
    const address = target ?? { path: '/', query: '' };
    const ctx = new Context(new IncomingRequest(incoming, address, found.params, this.#options.limits.body), outgoing);
    // A malformed target reaches neither middleware nor handler.
    if (target === undefined) return void this.#fail(ctx, outgoing, new HttpError(400));
    settle(
      () => found.run(ctx),
      (value) => this.#serialize(ctx, outgoing, value),
      (error) => this.#fail(ctx, outgoing, error),
    );
  }

  #serialize(ctx: Context, outgoing: ServerResponse, value: unknown): void {
    try {
      // Nothing returned, or the context itself: the response is already in the context.
      if (value !== undefined && value !== ctx) ctx.json(value);
    } catch (error) {
      return void this.#fail(ctx, outgoing, error);
    }
    this.#send(ctx, outgoing);
  }

  #fail(ctx: Context, outgoing: ServerResponse, error: unknown): void {
    if (!(error instanceof ClientGone)) {
      // What the client may know is the message of an HttpError. Everything else goes into the log, and only there.
      const known = error instanceof HttpError ? error : new HttpError(500);
      if (known.status >= 500) this.#options.log.error(`${ctx.request.method} ${ctx.request.path} failed`, { error });
      clearContent(ctx.response);
      ctx.status(known.status).json({ error: known.message });
    }
    this.#send(ctx, outgoing);
  }

  #send(ctx: Context, outgoing: ServerResponse): void {
    try {
      send(outgoing, ctx.response);
    } catch (error) {
      this.#options.log.error(`${ctx.request.method} ${ctx.request.path} could not be sent`, { error });
      outgoing.destroy();
    }
  }

  /** `Allow` tells a wrong method from an unknown path. */
  #noRoute(ctx: Context): unknown {
    const allowed = this.#options.router.allowed(ctx.request.path);
    if (allowed.length > 0) ctx.response.setHeader('allow', allowed.join(', '));
    if (allowed.length > 0 && ctx.request.method === 'OPTIONS') return ctx.status(204);
    // Not thrown: an error collects a stack trace, which would make a scan for paths expensive.
    return ctx.status(404).json({ error: 'Not Found' });
  }
}
