import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondedEarly } from './hints/responses.ts';
import { readableError } from './hints/thrown.ts';
import { Context } from './http/context.ts';
import type { Limits } from './http/defaults.ts';
import { HttpError, InvalidBody } from './http/errors.ts';
import { IncomingRequest, noParams } from './http/request.ts';
import { clearContent, send } from './http/response.ts';
import { settle } from './http/settle.ts';
import { parseTarget, type Target } from './http/target.ts';
import { isDisconnect } from './observe/disconnect.ts';
import { type Hooks, observe } from './observe/hooks.ts';
import { inScopeOf } from './observe/request-scope.ts';
import type { HttpPlatform } from './platforms/platform.ts';
import { chain } from './routing/chain.ts';
import type { FlatRoute, Middleware } from './routing/route.ts';
import type { Match, Router } from './routing/router.ts';
import type { Log } from './services/log/log.ts';
import { Unavailable } from './services/unavailable.ts';
import { discard } from './streams/readable.ts';
import { isWebResponse } from './streams/streamable.ts';
import { requests } from './trace/channel.ts';
import { trace, traceMalformed } from './trace/request-trace.ts';

export interface DispatcherOptions {
  readonly router: Router;
  readonly platform: HttpPlatform;
  /** The global ones. They also run for requests that match no route. */
  readonly middlewares: Middleware[];
  readonly limits: Limits;
  readonly log: Log;
  /** Aborts when the server starts to shut down. */
  readonly stopping: AbortSignal;
  readonly hooks: Hooks;
}

/** What will handle a request: a route, or the 404. */
type Endpoint = Pick<Match, 'route' | 'params' | 'run'>;

/** The life of a request: target → router → chain → your handler → serializer → response. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #missing: Endpoint;
  /** The requests whose handler hasn't settled yet. */
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor(options: DispatcherOptions) {
    this.#options = options;
    const route: FlatRoute = { path: '', handler: (ctx) => this.#noRoute(ctx), middlewares: options.middlewares };
    this.#missing = { route, params: noParams, run: chain(route.middlewares, route.handler) };
  }

  dispatch(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const target = parseTarget(incoming.url ?? '');
    if (target === undefined) return void this.#refuse(incoming, outgoing);
    const match = this.#options.router.resolve(incoming.method ?? '', target.path);
    const found = match ?? this.#missing;
    const ctx = this.#context(incoming, outgoing, target, found);
    const run = requests.hasSubscribers ? trace(ctx, outgoing, found.route, match, this.#options.router) : found.run;
    this.#running++;
    settle(
      () => run(ctx),
      (value) => this.#serialize(ctx, outgoing, value),
      (error) => {
        this.#leave();
        this.#fail(ctx, outgoing, error);
      },
    );
  }

  /** Resolves when no handler is running any more, not even one whose client has gone. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
      if (this.#running === 0) resolve();
    });
  }

  #leave(): void {
    if (--this.#running === 0) this.#onIdle?.();
  }

  #serialize(ctx: Context, outgoing: ServerResponse, value: unknown): void {
    this.#leave();
    // Nothing returned, or the context itself: the response is already in the context.
    if (value === undefined || value === ctx) return void this.#send(ctx, outgoing);
    // A returned value replaces an earlier response, such as that of `ctx.json()`, including its status.
    if (ctx.response.body !== undefined) {
      discard(ctx.response.body);
      Object.assign(ctx.response, { status: 0, body: undefined });
    }
    ctx.observer?.serialize(value);
    settle(
      () => (isWebResponse(value) ? ctx.stream(value) : this.#options.platform.serialize(value, ctx)),
      () => this.#send(ctx, outgoing),
      (error) => this.#fail(ctx, outgoing, error),
    );
  }

  #fail(ctx: Context, outgoing: ServerResponse, thrown: unknown): void {
    const error = readableError(thrown);
    if (isDisconnect(error, outgoing)) clearContent(ctx.response);
    else this.#serializeError(ctx, error);
    this.#send(ctx, outgoing, true);
  }

  #serializeError(ctx: Context, error: unknown): void {
    const { status, message } = this.#publicError(ctx, error);
    clearContent(ctx.response);
    // A client that retries immediately makes the overload worse.
    if (status === 503 && ctx.response.getHeader('retry-after') === undefined) ctx.response.setHeader('retry-after', 1);
    try {
      this.#options.platform.serializeError(status, message, ctx.status(status), error);
    } catch (failure) {
      this.#options.log.error('Rendering the error response failed', { error: failure });
      ctx.status(500).send('Internal Server Error');
    }
  }

  /** What the client may know about an error. The rest goes into the log, and only there. */
  #publicError(ctx: Context, error: unknown, what = 'failed'): { status: number; message: string } {
    ctx.observer?.fail(error);
    if (error instanceof InvalidBody) this.#report('debug', ctx, 'is invalid', { problems: error.problems });
    if (error instanceof HttpError && error.status < 500) return error;
    this.#report('error', ctx, what, { error });
    if (error instanceof Unavailable) return { status: 503, message: 'Service Unavailable' };
    return error instanceof HttpError ? error : { status: 500, message: 'Internal Server Error' };
  }

  #send(ctx: Context, outgoing: ServerResponse, isError = false): void {
    if (ctx.isBinding) this.#options.log.warn(`${ctx.request.method} ${ctx.request.path} ${respondedEarly}`);
    try {
      // During the shutdown, each response announces that its connection will be closed.
      if (this.#options.stopping.aborted) ctx.response.setHeader('connection', 'close');
      send(outgoing, ctx.response, (error) => {
        if (error === undefined) this.#finish(ctx, outgoing);
        else if (outgoing.headersSent) this.#publicError(ctx, error, 'failed halfway');
        else this.#replace(ctx, outgoing, error, isError);
      });
    } catch (error) {
      this.#replace(ctx, outgoing, error, isError);
    }
  }

  /** A body that can't be sent becomes an error, unless it is one. A stream may still fail before its first byte. */
  #replace(ctx: Context, outgoing: ServerResponse, error: unknown, isError: boolean): void {
    if (!isError && !outgoing.headersSent) return void this.#fail(ctx, outgoing, error);
    this.#report('error', ctx, 'could not be sent', { error });
    discard(ctx.response.body);
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500, { 'content-length': 0, connection: 'close' }).end();
    this.#finish(ctx, outgoing);
  }

  #finish(ctx: Context, outgoing: ServerResponse): void {
    ctx.observer?.finish(outgoing.headersSent ? outgoing.statusCode : 0, ctx.response);
  }

  /** 404 even if the path has routes for other methods: the contract has no 405. `Allow` shows the difference. */
  #noRoute(ctx: Context): unknown {
    const allowed = this.#options.router.allowed(ctx.request.path);
    if (allowed.length > 0) ctx.response.setHeader('allow', allowed.join(', '));
    if (allowed.length > 0 && ctx.request.method === 'OPTIONS') return ctx.status(204);
    // Not thrown: an error collects a stack trace, which would make a scan for paths expensive.
    this.#options.platform.serializeError(404, 'Not Found', ctx.status(404));
    return ctx;
  }

  /** A malformed target reaches neither middleware nor handler. */
  #refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ctx = this.#context(incoming, outgoing, { path: '/', query: '' }, this.#missing);
    if (requests.hasSubscribers) traceMalformed(ctx, outgoing);
    this.#fail(ctx, outgoing, new HttpError(400));
  }

  #context(incoming: IncomingMessage, outgoing: ServerResponse, target: Target, { route, params }: Endpoint): Context {
    const { limits, platform, stopping, log, hooks } = this.#options;
    const request = new IncomingRequest(incoming, target, params, limits.body, platform.forms);
    const ctx = new Context(request, outgoing, stopping);
    observe(hooks, ctx, outgoing, route, log);
    return ctx;
  }

  #report(level: 'debug' | 'error', ctx: Context, what: string, fields: object): void {
    const request_id = ctx.get('request_id');
    const message = `${ctx.request.method} ${ctx.request.path} ${what}`;
    inScopeOf(ctx, () => this.#options.log[level](message, { ...fields, request_id }));
  }
}
