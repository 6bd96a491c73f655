import type { ServerResponse } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { Flow, Whole } from './content.ts';
import { type CookieOptions, formatCookie } from './cookies.ts';
import type { IncomingRequest } from './request.ts';
import { OutgoingResponse } from './response.ts';

export class Context {
  readonly request: IncomingRequest;
  readonly response = new OutgoingResponse();
  readonly #outgoing: ServerResponse;
  readonly #values = new Map<string, unknown>();
  #signal: AbortSignal | undefined;

  constructor(request: IncomingRequest, outgoing: ServerResponse) {
    this.request = request;
    this.#outgoing = outgoing;
  }

  param(name: string): string {
    return this.request.params[name] ?? '';
  }

  query(name: string): string {
    return this.queryDefault(name, '');
  }

  queryDefault(name: string, fallback: string): string {
    return this.request.query.get(name) ?? fallback;
  }

  header(name: string): string {
    return this.request.header(name);
  }

  cookie(name: string): string {
    return this.request.cookies.get(name) ?? '';
  }

  set(key: string, value: unknown): void {
    this.#values.set(key, value);
  }

  get<T = unknown>(key: string): T {
    return this.#values.get(key) as T;
  }

  status(status: number): this {
    this.response.status = status;
    return this;
  }

  json(value: unknown): this {
    const json = JSON.stringify(value);
    if (json === undefined) throw new TypeError(`ctx.json(${typeof value}): this value has no JSON form.`);
    this.response.content = new Whole(json, 'application/json; charset=utf-8');
    return this;
  }

  send(body: string | Uint8Array): this {
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    this.response.content = new Whole(body, type);
    return this;
  }

  stream(body: Readable): this {
    this.response.content = new Flow(body);
    return this;
  }

  setCookie(name: string, value: string, options: CookieOptions = {}): this {
    this.response.addCookie(formatCookie(name, value, options));
    return this;
  }

  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const controller = new AbortController();
    // Unlike a listener for close, it is also called if that was long ago, and it knows whether the response was complete.
    finished(this.#outgoing, (error) => {
      if (error) controller.abort();
    });
    this.#signal = controller.signal;
    return this.#signal;
  }
}
