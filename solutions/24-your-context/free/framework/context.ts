import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { IncomingRequest } from './request.ts';
import { OutgoingResponse } from './response.ts';

export interface CookieOptions {
  /** Seconds until the cookie expires. Without it, the cookie lasts until the browser closes. */
  maxAge?: number;
  path?: string;
  /** Scripts in the page can't read it. On by default. */
  httpOnly?: boolean;
  /** Only sent over HTTPS. */
  secure?: boolean;
  /** `lax` by default: a request from another site carries the cookie only if it opens a page with GET, as a link does. */
  sameSite?: 'strict' | 'lax' | 'none';
}

/** Everything a handler or a middleware needs to know about one request, and the means to respond to it. */
export class Context {
  readonly request: IncomingRequest;
  readonly response = new OutgoingResponse();
  readonly #values = new Map<string, unknown>();

  constructor(request: IncomingRequest, _outgoing: ServerResponse) {
    this.request = request;
  }

  /** A path parameter, decoded; `''` if the route has no parameter of this name. */
  param(_name: string): string {
    return '';
  }

  /** A query parameter; the first one if it is repeated, `''` if it is absent. */
  query(_name: string): string {
    return '';
  }

  queryDefault(_name: string, fallback: string): string {
    return fallback;
  }

  /** A request header; `''` if it is absent. */
  header(_name: string): string {
    return '';
  }

  /** A cookie; `''` if it is absent. */
  cookie(_name: string): string {
    return '';
  }

  /** Leaves a value for the middlewares and the handler further in. Chapter 25 uses it. */
  set(key: string, value: unknown): void {
    this.#values.set(key, value);
  }

  get<T = unknown>(key: string): T {
    return this.#values.get(key) as T;
  }

  /** Chooses the status: `ctx.status(201).json(post)`. */
  status(_status: number): this {
    return this;
  }

  /** Makes JSON the response. */
  json(_value: unknown): this {
    return this;
  }

  /** Makes plain text the response, or bytes, whose type you set with `response.setHeader`. */
  send(_body: string | Uint8Array): this {
    return this;
  }

  /** Makes the content of a stream the response, sent chunk by chunk. Set its type with `response.setHeader`. */
  stream(_body: Readable): this {
    return this;
  }

  setCookie(_name: string, _value: string, _options: CookieOptions = {}): this {
    return this;
  }

  /** Aborts when the client disconnects: pass it to slow work. */
  get signal(): AbortSignal {
    throw new Error('Nothing has been written yet.');
  }
}
