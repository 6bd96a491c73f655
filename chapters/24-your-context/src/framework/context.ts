import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type CookieOptions, formatCookie } from './cookies.ts';
import type { IncomingRequest } from './request.ts';
import { type Body, discard, OutgoingResponse } from './response.ts';

/** Everything a handler or a middleware needs to know about one request, and the means to respond to it. */
export class Context {
  readonly request: IncomingRequest;
  readonly response = new OutgoingResponse();
  readonly #outgoing: ServerResponse;
  #values: Map<string, unknown> | undefined;
  #signal: AbortSignal | undefined;

  constructor(request: IncomingRequest, outgoing: ServerResponse) {
    this.request = request;
    this.#outgoing = outgoing;
  }

  /** A path parameter, decoded; `''` if the route has no parameter of this name. */
  param(name: string): string {
    return this.request.params()[name] ?? '';
  }

  /** A query parameter; the first one if it is repeated, `''` if it is absent. */
  query(name: string): string {
    return this.request.query(name) ?? '';
  }

  queryDefault(name: string, fallback: string): string {
    return this.request.query(name) ?? fallback;
  }

  header(name: string): string {
    return this.request.header(name);
  }

  cookie(name: string): string {
    return this.request.cookie(name);
  }

  /** Leaves a value for the middlewares and the handler further in. */
  set(key: string, value: unknown): void {
    this.#values ??= new Map();
    this.#values.set(key, value);
  }

  get<T = unknown>(key: string): T {
    return this.#values?.get(key) as T;
  }

  /** Chooses the status: `ctx.status(201).json(post)`. */
  status(status: number): this {
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`ctx.status(${status}): a status is an integer from 200 to 599.`);
    }
    this.response.status = status;
    return this;
  }

  /** Makes JSON the response. */
  json(value: unknown): this {
    const text = JSON.stringify(value);
    if (text === undefined) throw new TypeError(`ctx.json(${typeof value}): this value has no JSON form.`);
    return this.#respond(text, 'application/json; charset=utf-8');
  }

  /** Makes plain text the response, or bytes, whose type you set with `response.setHeader`. */
  send(body: string | Uint8Array): this {
    return this.#respond(body, typeof body === 'string' ? 'text/plain; charset=utf-8' : '');
  }

  /** Makes the content of a stream the response, sent chunk by chunk. Set its type with `response.setHeader`. */
  stream(body: Readable): this {
    // Step 6: make it the body.
    return this;
  }

  setCookie(name: string, value: string, options: CookieOptions = {}): this {
    this.response.appendHeader('set-cookie', formatCookie(name, value, options));
    return this;
  }

  /** Aborts when the client disconnects: pass it to slow work. Created on first use, because most handlers never ask. */
  get signal(): AbortSignal {
    if (this.#signal === undefined) {
      const controller = new AbortController();
      this.#signal = controller.signal;
      // Step 6: abort it when the response closes before it is finished.
    }
    return this.#signal;
  }

  #respond(body: Body, contentType: string): this {
    discard(this.response.body);
    this.response.body = body;
    this.response.contentType = contentType;
    return this;
  }
}
