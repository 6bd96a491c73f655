import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';
import { parseCookies } from './cookies.ts';
import type { Params } from './params.ts';
import { parseQuery, type Target } from './target.ts';

/** The request. Query, cookies and body are parsed on first use and kept, because most handlers need one of them or none. */
export class IncomingRequest {
  readonly incoming: IncomingMessage;
  readonly target: Target;
  /** The largest body that is read, in bytes. */
  readonly bodyLimit: number;
  readonly #params: Params;
  #query: Map<string, string> | undefined;
  #cookies: Map<string, string> | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, target: Target, params: Params, bodyLimit: number) {
    this.incoming = incoming;
    this.target = target;
    this.bodyLimit = bodyLimit;
    this.#params = params;
  }

  get method(): string {
    return this.incoming.method ?? '';
  }

  /** The canonical path, the same one the router saw. */
  get path(): string {
    return this.target.path;
  }

  params(): Params {
    return this.#params;
  }

  query(name: string): string | undefined {
    this.#query ??= parseQuery(this.target.query);
    return this.#query.get(name);
  }

  /** A request header; `''` if it is absent. */
  header(name: string): string {
    const value = this.incoming.headers[name.toLowerCase()];
    // Not `?? ''`: Node's object has a prototype, and a header called "constructor" must count as absent.
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';
  }

  /** A cookie; `''` if it is absent. */
  cookie(name: string): string {
    this.#cookies ??= parseCookies(this.incoming.headers.cookie ?? '');
    return this.#cookies.get(name) ?? '';
  }

  /** The raw body. May be called more than once. */
  body(): Promise<Buffer> {
    this.#body ??= readBody(this.incoming, this.bodyLimit);
    return this.#body;
  }
}
