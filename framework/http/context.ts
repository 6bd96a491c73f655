import type { ServerResponse } from 'node:http';
import { type Dto, fieldsOf, type Schema, validate } from '../dto/field.ts';
import { type SendFileOptions, sendFile } from '../files/send-file.ts';
import { emptyParameter, refuseUnknownParameters } from '../hints/parameters.ts';
import { contextInValue, noJsonForm, notAStream, notSendable } from '../hints/responses.ts';
import { disconnectSignal, noteSource } from '../streams/disconnect.ts';
import { type EventSourceOf, EventStream, type EventsOptions, eventHeaders } from '../streams/events.ts';
import { discard } from '../streams/readable.ts';
import type { StreamOptions } from '../streams/send-stream.ts';
import { isWebResponse, type Streamable, takeResponse, toReadable } from '../streams/streamable.ts';
import { type CookieOptions, formatCookie } from './cookies.ts';
import { HttpError, InvalidBody } from './errors.ts';
import type { Observer } from './observer.ts';
import { type IncomingRequest, queryFields } from './request.ts';
import { type Body, OutgoingResponse } from './response.ts';
import { ignore } from './settle.ts';
import { isStatus, jsonType } from './status.ts';

const textType = 'text/plain; charset=utf-8';

/** Everything a handler or a middleware needs to know about one request, and the means to respond to it. */
export class Context {
  readonly request: IncomingRequest;
  readonly response = new OutgoingResponse();
  /** Present while the request is being traced. */
  observer: Observer | undefined;
  /** True while `bind`, `bindQuery` or `bindParams` is under way. If a response is sent meanwhile, an `await` is missing. */
  isBinding = false;
  readonly #outgoing: ServerResponse | undefined;
  #values: Map<string, unknown> | undefined;
  #signal: AbortSignal | undefined;
  readonly #stopping: AbortSignal | undefined;

  constructor(request: IncomingRequest, outgoing?: ServerResponse, stopping?: AbortSignal) {
    this.request = request;
    this.#outgoing = outgoing;
    this.#stopping = stopping;
  }

  /** A path parameter, decoded; `''` if the route has no parameter of this name. */
  param(name: string): string {
    return this.request.params()[name] ?? emptyParameter(name, this.request.params());
  }

  /** A query parameter; the first one if it is repeated, `''` if it is absent. */
  query(name: string): string {
    return this.request.query(name) ?? '';
  }

  queryDefault(name: string, fallback: string): string {
    return this.request.query(name) ?? fallback;
  }

  /** Every value of a repeated query parameter. */
  queryAll(name: string): readonly string[] {
    return this.request.allQueries().get(name) ?? [];
  }

  header(name: string): string {
    return this.request.header(name);
  }

  cookie(name: string): string {
    return this.request.cookie(name);
  }

  /** The request body as a DTO or any Standard Schema. Rejects with 400 `Invalid request` if it doesn't fit. */
  bind<T>(shape: Dto<T> | Schema<T>): Promise<T> {
    return this.#bind(shape, this.request.body(), (bytes) =>
      validate(shape, this.request.parse(bytes), this.request.isForm ? 'form' : 'json'),
    );
  }

  /** The query as a DTO or any Standard Schema. A DTO converts strings as for a form; a schema gets repeated values as arrays. */
  bindQuery<T>(shape: Dto<T> | Schema<T>): Promise<T> {
    return this.#bind(shape, queryFields(this.request, fieldsOf(shape) === undefined));
  }

  /** The path parameters, in the same way. */
  bindParams<T>(shape: Dto<T> | Schema<T>): Promise<T> {
    refuseUnknownParameters((shape as Dto<T>).name, fieldsOf(shape)?.keys() ?? [], this.request.params());
    return this.#bind(shape, Promise.resolve(this.request.params()));
  }

  #bind<I, T>(shape: Dto<T> | Schema<T>, input: Promise<I>, check = (value: I) => validate(shape, value, 'form')) {
    this.isBinding = true;
    const bound: Promise<T> = input.then(check).then(
      (result) =>
        'problems' in result ? this.#refuse(new InvalidBody(result.problems), bound) : this.#accept(result.value),
      (error: unknown) => this.#refuse(error, bound),
    );
    this.observer?.bind(shape, bound);
    return bound;
  }

  #accept<T>(value: T): T {
    this.isBinding = false;
    return value;
  }

  #refuse(error: unknown, bound: Promise<unknown>): never {
    this.isBinding = false;
    // If the handler forgot its `await`, nothing handles this rejection, and Node would end the process.
    bound.catch(ignore);
    throw error;
  }

  /** Leaves a value for the middlewares and the handler further in. */
  set(key: string, value: unknown): void {
    this.#values ??= new Map();
    this.#values.set(key, value);
    this.observer?.set(key, value);
  }

  /** The same as `set`: the contract knows it under both names. */
  setValue(key: string, value: unknown): void {
    this.set(key, value);
  }

  get<T = unknown>(key: string): T {
    return this.#values?.get(key) as T;
  }

  /** Chooses the status: `ctx.status(201).json(post)`, or for the value that the handler returns. */
  status(status: number): this {
    if (!isStatus(status)) throw new RangeError(`ctx.status(${status}): a status is an integer from 200 to 599.`);
    this.response.status = status;
    return this;
  }

  /** Makes JSON the response. It is sent when the chain has returned, so a forgotten `return` does no harm. */
  json(value: unknown): this {
    const text = JSON.stringify(value);
    if (text === undefined) throw noJsonForm(value);
    return this.#respond(text, jsonType);
  }

  /** Makes plain text the response, or bytes, whose type you set with `response.setHeader`. */
  send(text: string | Uint8Array): this {
    if (text instanceof Uint8Array) return this.#respond(text, '');
    if (typeof text !== 'string') throw notSendable(text);
    return this.#respond(text, textType);
  }

  /** Makes the content of a stream the response, whose type you set with `response.setHeader`, or a web-standard response. */
  stream(source: Streamable | Response, options: StreamOptions = {}): this {
    const body = isWebResponse(source) ? takeResponse(source, this.response) : toReadable(source);
    if (body === undefined) throw notAStream(source);
    // It may fail before it is sent, and an error event without a listener ends the process. `send` reports it later.
    noteSource(body.on('error', ignore), this.#outgoing);
    this.response.streamOptions = { ...options, stopping: this.#stopping };
    return this.#respond(body, '');
  }

  /** Makes a file the response, or the part of it that is asked for. Rejects with 404 if there is none. */
  async sendFile(path: string | URL, options: SendFileOptions = {}): Promise<this> {
    if (await sendFile(this, path, options)) return this;
    throw new HttpError(404);
  }

  /** Sends server-sent events until the source ends, the client disconnects or the server shuts down. */
  events(open: EventSourceOf, options?: EventsOptions): this {
    for (const [name, value] of eventHeaders) this.response.setHeader(name, value);
    return this.stream(new EventStream(open, this.header('last-event-id'), this.stopping, options));
  }

  /** Sends the client to another URL. */
  redirect(url: string, status = 302): this {
    // Encodes what can't appear in a URL, above all line breaks and backslashes; keeps existing escapes and `[::1]`.
    this.response.setHeader('location', encodeURI(url).replace(/%(25|5B|5D)/g, decodeURIComponent));
    return this.#respond(undefined, '').status(status);
  }

  setCookie(name: string, value: string, options: CookieOptions = {}): this {
    this.response.appendHeader('set-cookie', formatCookie(name, value, options));
    return this;
  }

  /** Aborts when the client disconnects, or never gets the body. Created on first use, because most handlers never ask. */
  get signal(): AbortSignal {
    this.#signal ??= disconnectSignal(this.#outgoing);
    return this.#signal;
  }

  /** Aborts when the server starts to shut down. A long-running response should end then. */
  get stopping(): AbortSignal {
    return this.#stopping ?? new AbortController().signal;
  }

  /** Only called for a value that contains the context, which is a mistake. */
  toJSON(): never {
    throw contextInValue();
  }

  #respond(body: Body | undefined, contentType: string): this {
    if (this.response.body !== body) discard(this.response.body);
    this.response.body = body;
    this.response.contentType = contentType;
    return this;
  }
}
