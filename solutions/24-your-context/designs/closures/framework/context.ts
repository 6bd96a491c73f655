import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type CookieOptions, formatCookie } from './cookies.ts';
import { lazily } from './lazily.ts';
import type { IncomingRequest } from './request.ts';
import { type Body, flowing, OutgoingResponse, whole } from './response.ts';

export class Context {
  readonly request: IncomingRequest;
  readonly response = new OutgoingResponse();
  readonly #values = lazily(() => new Map<string, unknown>());
  readonly #signal: () => AbortSignal;

  constructor(request: IncomingRequest, outgoing: ServerResponse) {
    this.request = request;
    this.#signal = lazily(() => signalOf(outgoing));
  }

  param(name: string): string {
    return this.request.params().get(name) ?? '';
  }

  query(name: string): string {
    return this.request.queries().get(name) ?? '';
  }

  queryDefault(name: string, fallback: string): string {
    return this.request.queries().get(name) ?? fallback;
  }

  header(name: string): string {
    return this.request.headers().get(name.toLowerCase()) ?? '';
  }

  cookie(name: string): string {
    return this.request.cookies().get(name) ?? '';
  }

  set(key: string, value: unknown): void {
    this.#values().set(key, value);
  }

  get<T = unknown>(key: string): T {
    return this.#values().get(key) as T;
  }

  status(status: number): this {
    this.response.status = status;
    return this;
  }

  json(value: unknown): this {
    const json = JSON.stringify(value);
    if (json === undefined) throw new TypeError(`ctx.json(${typeof value}): this value has no JSON form.`);
    return this.#become(whole(json, 'application/json; charset=utf-8'));
  }

  send(body: string | Uint8Array): this {
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    return this.#become(whole(body, type));
  }

  stream(body: Readable): this {
    return this.#become(flowing(body));
  }

  setCookie(name: string, value: string, options: CookieOptions = {}): this {
    const others = this.response.headers.get('set-cookie') ?? [];
    this.response.setHeader('set-cookie', [...others, formatCookie(name, value, options)]);
    return this;
  }

  get signal(): AbortSignal {
    return this.#signal();
  }

  #become(body: Body): this {
    this.response.become(body);
    return this;
  }
}

function signalOf(outgoing: ServerResponse): AbortSignal {
  if (outgoing.destroyed) return AbortSignal.abort();
  const controller = new AbortController();
  outgoing.once('close', () => outgoing.writableFinished || controller.abort());
  return controller.signal;
}
