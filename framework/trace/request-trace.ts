import type { ServerResponse } from 'node:http';
import type { Context } from '../http/context.ts';
import { HttpError, InvalidBody } from '../http/errors.ts';
import type { Observer } from '../http/observer.ts';
import type { IncomingRequest } from '../http/request.ts';
import type { OutgoingResponse } from '../http/response.ts';
import { type FlatRoute, type Handler, placeOf } from '../routing/route.ts';
import type { Match, Router } from '../routing/router.ts';
import type { QueryEvent } from '../services/database.ts';
import { describeBody, type SentBody } from './bodies.ts';
import { requests, running } from './channel.ts';
import { rememberBody, rememberFields, rememberHeaders, rememberText } from './credential-places.ts';
import { credentials } from './credentials.ts';
import { explainRoutes } from './explain.ts';
import { maskAll, maskHeaders, maskPath, maskSql, maskText, summaryOf } from './masks.ts';
import type { Candidates, Resolution, Step, TracedAnswer, TracedRequest, TracedStream } from './step.ts';
import { isStream, tracedAnswer } from './traced-answer.ts';
import { tracedChain } from './traced-chain.ts';
import { queries } from './traced-queries.ts';
import { followStream } from './traced-stream.ts';

/** Keeps a trace small, however often a handler loops. */
const maxSteps = 200;

/** Matches that an earlier traced request has seen. If the router returns one again, it came from its cache. */
const seen = new WeakSet<Match>();

/** Records a request, and returns the handler that runs it with every layer recorded. `route` is the one that runs. */
export function trace(
  ctx: Context,
  outgoing: ServerResponse,
  route: FlatRoute,
  match: Match | undefined,
  router: Router,
): Handler {
  const record = new RequestTrace(ctx.request, outgoing, ctx.request.path, match && resolutionOf(match), (shown) =>
    explainRoutes(router.routes(), ctx.request.method, ctx.request.path, match, shown),
  );
  ctx.observer = record;
  if (match !== undefined) seen.add(match);
  const name = match === undefined ? 'no route' : placeOf(route);
  const run = tracedChain(route.middlewares, route.handler, name, record);
  return () => record.run(() => run(ctx));
}

/** Records a request whose target is malformed: no route was looked up for it. */
export function traceMalformed(ctx: Context, outgoing: ServerResponse): void {
  ctx.observer = new RequestTrace(ctx.request, outgoing, ctx.request.incoming.url ?? '', undefined);
}

function resolutionOf(match: Match): Resolution {
  const { route, kind, params } = match;
  return { path: route.path, kind, cached: kind !== 'exact' && seen.has(match), params, handler: placeOf(route) };
}

/**
 * The course of one request, as the trace channel publishes it: plain data that can be sent elsewhere as JSON. Secrets are
 * masked before it is published, so that no subscriber can pass them on: most of them while it is recorded, and those that
 * turn out to be credentials later, such as the session id of the response, when the request has finished.
 */
export class RequestTrace implements Observer {
  static #count = 0;
  readonly id = ++RequestTrace.#count;
  readonly startedAt = new Date().toISOString();
  readonly method: string;
  /** As the router saw it; the raw target if that was malformed. */
  path: string;
  request: TracedRequest = { query: {}, headers: {} };
  /** Undefined if no route matched. */
  resolution: Resolution | undefined;
  tried: Candidates = { routes: [], others: 0 };
  readonly steps: Step[] = [];
  answer: TracedAnswer | undefined;
  /** 0 if the client had disconnected before the response. */
  status = 0;
  ms = 0;
  /** The message of the error that was thrown. */
  error: string | undefined;
  readonly #start = performance.now();
  readonly #knownAtStart = credentials.count;
  /** The layers that are running, each inside the one before. */
  readonly #layers: Step[] = [];
  readonly #received: IncomingRequest;
  readonly #explain: ((path: string) => Candidates) | undefined;
  readonly #outgoing: ServerResponse;
  /** What the program has read of the request body. */
  #body: Buffer | undefined;
  #described: SentBody | undefined;
  #serializing: Step | undefined;
  /** What the handler returned. */
  #returned: unknown;
  #isFollowed = false;
  /** From then on, only the stream of the response changes. */
  #isOver = false;

  /** `explain` is called after the response, when no client is waiting, with the masked path. */
  constructor(
    request: IncomingRequest,
    outgoing: ServerResponse,
    path: string,
    resolution: Resolution | undefined,
    explain?: (path: string) => Candidates,
  ) {
    this.#received = request;
    this.#outgoing = outgoing;
    this.#listenToBody(request);
    this.method = request.method;
    const params = resolution?.params ?? {};
    rememberFields(params, 'sent');
    if (resolution !== undefined) credentials.vocabulary.learn(resolution.path);
    this.path = maskPath(path, params);
    this.resolution = resolution && { ...resolution, params: maskAll(params) };
    this.#explain = explain;
  }

  /** Runs the request so that its queries are assigned to it. */
  run<T>(work: () => T): T {
    this.#isFollowed = true;
    return running.runStores(this, () => queries.follow(this, work));
  }

  enter(kind: Step['kind'], name: string): Step {
    const outer = this.#layers.at(-1);
    const step: Step = { kind, name, depth: outer === undefined ? 0 : outer.depth + 1, at: this.#now(), ms: 0 };
    if (this.#isOver) return step;
    if (this.steps.length < maxSteps) this.steps.push(step);
    if (kind === 'middleware' || kind === 'handler') this.#layers.push(step);
    return step;
  }

  leave(step: Step, outcome: Step['outcome'], note?: string): void {
    if (this.#isOver) return;
    step.ms = this.#now() - step.at;
    step.outcome = outcome;
    if (note !== undefined && note !== '') step.note = maskText(note);
    const place = this.#layers.indexOf(step);
    if (place >= 0) this.#layers.splice(place, 1);
  }

  set(key: string, value: unknown): void {
    rememberFields(value, 'issued', key);
    this.enter('set', maskText(key)).value = summaryOf(key, value);
  }

  bind(target: object, bound: Promise<unknown>): void {
    const step = this.enter('bind', typeof target === 'function' ? target.name : 'schema');
    bound.then(
      (value) => this.leave(step, 'accepted', fieldsOf(value)),
      (error: unknown) => this.leave(step, error instanceof HttpError ? 'refused' : 'threw', reasonFor(error)),
    );
  }

  query({ sql, ms, rows, error }: QueryEvent): void {
    if (this.steps.length >= maxSteps || !this.#isFollowed) return;
    const depth = (this.#layers.at(-1)?.depth ?? -1) + 1;
    if (error === undefined) credentials.vocabulary.learn(sql);
    const name = maskSql(sql.replace(/\s+/g, ' ').trim());
    const step: Step = { kind: 'query', name, depth, at: Math.max(0, this.#now() - ms), ms };
    if (rows !== undefined) step.rows = rows;
    if (error !== undefined) Object.assign(step, { outcome: 'threw', note: maskText(error.message) });
    this.steps.push(step);
  }

  serialize(value: unknown): void {
    this.#serializing = this.enter('serialize', typeof value);
    this.#returned = value;
  }

  fail(error: unknown): void {
    this.error = maskText(messageOf(error));
    if (this.answer?.stream) this.answer.stream.outcome = 'failed halfway';
    this.#endSerializing('threw', this.error);
  }

  finish(status: number, response: OutgoingResponse): void {
    this.#endSerializing(status === 0 ? undefined : 'returned');
    this.status = status;
    rememberIssued(response, this.#returned);
    this.update();
    this.#isOver = true;
    if (status !== 0) this.answer = tracedAnswer(response);
    if (this.#explain !== undefined) this.tried = this.#explain(this.path);
    if (this.#isFollowed) queries.forget();
    this.#isFollowed = false;
    if (isStream(response) && !this.#outgoing.writableEnded && !this.#outgoing.destroyed) this.#followStream();
    else requests.publish(this);
  }

  /** Brings the duration and the request up to date, and masks every credential that it has shown by now. */
  update(): void {
    this.ms = this.#now();
    if (this.#isOver) return;
    for (const layer of this.#layers) layer.ms = this.ms - layer.at;
    const query = queriesOf(this.#received);
    this.#described ??= this.#body && describeBody(this.#received, this.#body);
    rememberSent(this.#received, query, this.#described?.content);
    this.#maskAgain();
    const { incoming } = this.#received;
    this.request = {
      ...{ query: maskAll(query), headers: maskHeaders(incoming.headers) },
      ...(this.#described && { body: this.#described.shown() }),
      ...(this.#body === undefined && incoming.readableDidRead && { isStreamed: true }),
      ...(isCut(this.#received) && { isCut: true }),
    };
  }

  /** The response has begun. Its trace is published when it has ended. */
  #followStream(): void {
    const stream: TracedStream = { at: this.ms, bytes: 0 };
    this.answer = { ...this.answer!, stream };
    followStream(this.#outgoing, stream, () => {
      this.update();
      requests.publish(this);
    });
  }

  /** What was recorded before the request had shown all of its credentials. */
  #maskAgain(): void {
    if (credentials.count === this.#knownAtStart) return;
    this.path = credentials.mask(this.path);
    if (this.resolution) this.resolution = { ...this.resolution, params: maskAll(this.resolution.params) };
    if (this.error !== undefined) this.error = credentials.mask(this.error);
    for (const step of this.steps) {
      if (step.kind === 'query' || step.kind === 'set') step.name = credentials.mask(step.name);
      if (step.note !== undefined) step.note = credentials.mask(step.note);
      if (step.value !== undefined) step.value = credentials.mask(step.value);
    }
  }

  /** Keeps the body if the program reads it. A trace never reads it by itself: that would change what it observes. */
  #listenToBody(request: IncomingRequest): void {
    const read = request.body.bind(request);
    request.body = () => {
      const bytes = read();
      const keep = (body: Buffer) => {
        this.#body = body;
      };
      bytes.then(keep, () => {});
      return bytes;
    };
  }

  #endSerializing(outcome: Step['outcome'], note?: string): void {
    if (this.#serializing !== undefined) this.leave(this.#serializing, outcome, note);
    this.#serializing = undefined;
  }

  #now(): number {
    return performance.now() - this.#start;
  }
}

/** Whether the client has gone. If the body is malformed or too slow, it's the server that closes the connection. */
function isCut({ incoming: { destroyed, complete, socket } }: IncomingRequest): boolean {
  return destroyed && !complete && Boolean(socket?.readableEnded || socket?.errored);
}

/** A query with too many parameters can't be parsed, so the trace omits it. */
function queriesOf(request: IncomingRequest): Readonly<Record<string, string>> {
  try {
    return request.queries();
  } catch {
    return {};
  }
}

function rememberSent({ incoming }: IncomingRequest, query: object, body: string | object | undefined): void {
  rememberHeaders(incoming.headers, 'sent');
  rememberFields(query, 'sent');
  rememberText(incoming.url ?? '', 'sent');
  if (typeof body === 'string') rememberBody(body, 'sent');
  else rememberFields(body, 'sent');
}

function rememberIssued({ body, headers }: OutgoingResponse, returned: unknown): void {
  rememberHeaders(headers ?? {}, 'issued');
  // A page doesn't have the names any more that the data had from which it was made.
  if (typeof body === 'string' && /^\s*[[{"]/.test(body)) rememberBody(body, 'issued');
  else if (typeof body === 'string') rememberFields(returned ?? body, 'issued');
}

/** The names of the fields that were accepted, never their values. */
function fieldsOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 20).join(', ') : '';
}

function reasonFor(error: unknown): string {
  if (!(error instanceof InvalidBody)) return messageOf(error);
  return error.problems.map(({ field, problem }) => `${field || 'the body'} ${problem}`).join(', ');
}

/** Anything can be thrown, even an object that can't be turned into a string. */
function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return 'something that has no message';
  }
}
