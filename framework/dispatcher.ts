import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Context } from './http/context.ts';
import type { Limits } from './http/defaults.ts';
import { ClientGone, HttpError, InvalidBody } from './http/errors.ts';
import { IncomingRequest, type Params } from './http/request.ts';
import { discard, type StreamFailed, send } from './http/response.ts';
import { parseTarget, type Target } from './http/target.ts';
import type { HttpPlatform } from './platforms/platform.ts';
import { chain, isPromise, tracedChain } from './routing/chain.ts';
import { type Handler, type Middleware, placeOf } from './routing/route.ts';
import type { Match, Router } from './routing/router.ts';
import type { Log } from './services/log/log.ts';
import { Unavailable } from './services/unavailable.ts';
import { explainRoutes } from './trace/explain.ts';
import { RequestTrace, type Resolution, requests, type Step } from './trace/trace.ts';

/** What the dispatcher works with. */
export interface Parts {
  readonly router: Router;
  readonly platform: HttpPlatform;
  /** The global ones, which run for every request, matched or not. */
  readonly middlewares: Middleware[];
  readonly limits: Limits;
  readonly log: Log;
}

const noParams: Params = Object.freeze(Object.create(null));

/**
 * The life of a request: target → router → chain → your handler → serializer → response.
 * It stays synchronous until a handler returns a promise, so that what is quick stays quick.
 */
export class Dispatcher {
  /** Set when the server is on its way out: answers then ask the client to close the connection. */
  stopping = false;
  readonly #parts: Parts;
  readonly #missing: Handler;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#missing = chain(parts.middlewares, this.#noRoute);
  }

  readonly listener: RequestListener = (incoming, outgoing) => {
    const target = parseTarget(incoming.url ?? '');
    if (target === undefined || !hasOneHost(incoming)) return this.#refuse(incoming, outgoing);
    const method = incoming.method ?? '';
    const isTraced = requests.hasSubscribers;
    const cached = isTraced && this.#parts.router.isCached(method, target.path);
    const match = this.#parts.router.resolve(method, target.path);
    const ctx = this.#context(incoming, outgoing, target, match === undefined ? noParams : match.params);
    const run = match === undefined ? this.#missing : match.run;
    this.#run(ctx, outgoing, isTraced ? this.#trace(ctx, match, cached) : run);
  };

  #run(ctx: Context, outgoing: ServerResponse, run: Handler): void {
    try {
      const value = run(ctx);
      if (isPromise(value)) {
        value.then(
          (settled) => this.#finish(ctx, outgoing, settled),
          (error: unknown) => this.#fail(ctx, outgoing, error),
        );
      } else {
        this.#finish(ctx, outgoing, value);
      }
    } catch (error) {
      this.#fail(ctx, outgoing, error);
    }
  }

  #finish(ctx: Context, outgoing: ServerResponse, value: unknown): void {
    // Both mean that the answer, or the lack of one, stands in the context already.
    if (value === undefined || value === ctx) this.#send(ctx, outgoing);
    else this.#serialize(ctx, outgoing, value);
  }

  #serialize(ctx: Context, outgoing: ServerResponse, value: unknown): void {
    // A returned value wins over an earlier `json()`, whose status goes with it.
    if (ctx.response.body !== undefined) ctx.response.status = 0;
    const step = ctx.trace?.enter('serialize', typeof value);
    try {
      const pending = this.#parts.platform.serialize(value, ctx);
      if (isPromise(pending)) {
        pending.then(
          () => this.#serialized(ctx, outgoing, step),
          (error: unknown) => this.#fail(ctx, outgoing, error),
        );
      } else {
        this.#serialized(ctx, outgoing, step);
      }
    } catch (error) {
      this.#fail(ctx, outgoing, error);
    }
  }

  #serialized(ctx: Context, outgoing: ServerResponse, step: Step | undefined): void {
    ctx.trace?.leave(step!, 'returned');
    this.#send(ctx, outgoing);
  }

  #fail(ctx: Context, outgoing: ServerResponse, error: unknown): void {
    ctx.trace?.fail(error);
    if (!isGone(error, outgoing)) this.#answerError(ctx, error);
    this.#send(ctx, outgoing);
  }

  #answerError(ctx: Context, error: unknown): void {
    const { status, message } = this.#explain(ctx, error);
    discard(ctx.response.body);
    // Headers of middlewares stay, such as CORS.
    for (const name of describesAnswer) delete ctx.response.headers?.[name];
    // An error is not kept for as long as the answer would have been. Where nothing was to be kept, that stays.
    if (ctx.response.getHeader('cache-control') !== undefined) ctx.response.setHeader('cache-control', 'no-store');
    try {
      this.#parts.platform.serializeError(status, message, ctx);
    } catch (failure) {
      this.#parts.log.error('The error page failed', { error: failure });
      ctx.status(500).send('Internal Server Error');
    }
  }

  /** What the client may know. Everything that was not meant for it goes into the log, and only there. */
  #explain(ctx: Context, error: unknown): { status: number; message: string } {
    if (error instanceof InvalidBody) this.#parts.log.debug('Invalid request', { problems: error.problems });
    if (error instanceof HttpError && error.status < 500) return error;
    this.#parts.log.error(`${ctx.request.method} ${ctx.request.path} failed`, { error });
    if (error instanceof Unavailable) return { status: 503, message: 'Service Unavailable' };
    return error instanceof HttpError ? error : { status: 500, message: 'Internal Server Error' };
  }

  #send(ctx: Context, outgoing: ServerResponse): void {
    if (ctx.isBinding) this.#warnOfBind(ctx);
    try {
      if (this.stopping) ctx.response.setHeader('connection', 'close');
      send(outgoing, ctx.response, this.#streamFailed);
    } catch (error) {
      this.#parts.log.error(`${ctx.request.method} ${ctx.request.path} could not be sent`, { error });
      outgoing.destroy();
    }
    ctx.trace?.finish(outgoing.headersSent ? outgoing.statusCode : 0, ctx.response);
  }

  #warnOfBind({ request }: Context): void {
    const what = `${request.method} ${request.path} was answered before its bind() was done.`;
    this.#parts.log.warn(`${what} Is an await missing in front of it, or a return in front of next()?`);
  }

  readonly #streamFailed: StreamFailed = (error) => this.#parts.log.error('A stream failed halfway', { error });

  /** 404, also where other methods know the path: the contract has no 405. `Allow` tells the difference. */
  readonly #noRoute: Handler = (ctx) => {
    const allowed = this.#parts.router.allowed(ctx.request.path);
    if (allowed.length > 0) ctx.response.setHeader('allow', allowed.join(', '));
    if (allowed.length > 0 && ctx.request.method === 'OPTIONS') return ctx.status(204);
    // Not thrown: a thrown error collects its stack, which would make a scan for paths our most expensive request.
    this.#parts.platform.serializeError(404, 'Not Found', ctx);
    return ctx;
  };

  /** A target that is no path, or a host that is none, reaches neither middleware nor handler. */
  #refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ctx = this.#context(incoming, outgoing, { path: '/', query: '' }, noParams);
    if (requests.hasSubscribers) ctx.trace = new RequestTrace(ctx.request.method, incoming.url ?? '', undefined);
    this.#fail(ctx, outgoing, new HttpError(400));
  }

  #context(incoming: IncomingMessage, outgoing: ServerResponse, target: Target, params: Params): Context {
    const { limits, platform } = this.#parts;
    return new Context(new IncomingRequest(incoming, target, params, limits.body, platform.forms), outgoing);
  }

  #trace(ctx: Context, match: Match | undefined, cached: boolean): Handler {
    const { method, path } = ctx.request;
    const { router, middlewares: outer } = this.#parts;
    const trace = new RequestTrace(method, path, match && resolutionOf(match, cached), (shown) =>
      explainRoutes(router.routes(), method, path, match, shown),
    );
    trace.received(ctx.request);
    ctx.trace = trace;
    const run =
      match === undefined
        ? tracedChain(outer, this.#noRoute, 'no route', trace)
        : tracedChain([...outer, ...match.route.middlewares], match.route.handler, placeOf(match.route), trace);
    return (given) => trace.run(() => run(given));
  }
}

function resolutionOf({ route, kind, params }: Match, cached: boolean): Resolution {
  return { path: route.path, kind, cached, params, handler: placeOf(route) };
}

/** Headers that spoke of the answer which an error has replaced. */
const describesAnswer = [
  'content-type',
  'content-encoding',
  'content-disposition',
  'content-range',
  'etag',
  'last-modified',
  'location',
];

/** A client that leaves is no failure of ours, and neither is the work that `ctx.signal` called off because of it. */
function isGone(error: unknown, outgoing: ServerResponse): boolean {
  return error instanceof ClientGone || (outgoing.destroyed && error instanceof Error && error.name === 'AbortError');
}

/** HTTP/1.1 demands it, and Node's own check answers without a body. Two of them arrive joined, and no host has a space. */
function hasOneHost({ headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  return host === undefined ? httpVersionMinor !== 1 : !host.includes(' ');
}
