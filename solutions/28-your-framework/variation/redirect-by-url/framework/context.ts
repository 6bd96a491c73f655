import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { parseJson } from './body.ts';
import { type CookieOptions, formatCookie } from './cookies.ts';
import type { Dto } from './field.ts';
import type { IncomingRequest } from './request.ts';
import { type Body, discard, OutgoingResponse } from './response.ts';
import { guarded } from './settle.ts';
import { InvalidBody, type Schema, validate } from './validate.ts';

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

  /** The JSON body as a DTO or any Standard Schema. Rejects with 400 `Invalid request` if it doesn't fit. */
  bind<T>(target: Dto<T> | Schema<T>): Promise<T> {
    return guarded(this.#bind(target));
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
    // It may fail before it is sent, and an error event without a listener ends the process.
    body.on('error', () => {});
    return this.#respond(body, '');
  }

  /** Makes the client go to a path of this application: 303 after a form, 308 if it has moved for good. */
  redirect(path: string, status: 301 | 302 | 303 | 307 | 308 = 302): this {
    const here = 'http://here.invalid';
    // What a browser makes of it is what counts.
    if (!path.startsWith('/') || new URL(path, here).origin !== here) throw new TypeError(`${path} leads away.`);
    if (status < 301 || status > 308 || [304, 305, 306].includes(status)) throw new RangeError(`${status}?`);
    this.response.setHeader('Location', path);
    this.response.status = status;
    return this.#respond('', 'text/plain');
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
      // On the response, because the request closes as soon as its body has been read.
      this.#outgoing.once('close', () => {
        if (!this.#outgoing.writableFinished) controller.abort();
      });
      if (this.#outgoing.destroyed) controller.abort();
    }
    return this.#signal;
  }

  async #bind<T>(target: Dto<T> | Schema<T>): Promise<T> {
    const result = await validate(target, parseJson(await this.request.body()));
    if ('problems' in result) throw new InvalidBody(result.problems);
    return result.value;
  }

  #respond(body: Body, contentType: string): this {
    discard(this.response.body);
    this.response.body = body;
    this.response.contentType = contentType;
    return this;
  }
}
