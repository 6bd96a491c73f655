import type { IncomingMessage } from 'node:http';
import { parseJson, readBody } from './body.ts';
import { parseCookies } from './cookies.ts';
import { findInQuery, parseQuery, type Target } from './target.ts';

export type Params = Readonly<Record<string, string>>;

/** What came in. Query, headers, cookies and body are read on first use: most handlers need one of them, or none. */
export class IncomingRequest {
  readonly target: Target;
  /** Node's own request, for what this class does not cover. */
  readonly incoming: IncomingMessage;
  readonly #params: Params;
  readonly #bodyLimit: number;
  readonly #forms: boolean;
  #queries: Params | undefined;
  #cookies: Record<string, string | undefined> | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(incoming: IncomingMessage, target: Target, params: Params, bodyLimit: number, forms = false) {
    this.incoming = incoming;
    this.target = target;
    this.#params = params;
    this.#bodyLimit = bodyLimit;
    this.#forms = forms;
  }

  get method(): string {
    return this.incoming.method ?? '';
  }

  /** The canonical path, the same that the router saw. */
  get path(): string {
    return this.target.path;
  }

  params(): Params {
    return this.#params;
  }

  queries(): Params {
    this.#queries ??= parseQuery(this.target.query);
    return this.#queries;
  }

  query(name: string): string | undefined {
    return findInQuery(this.target.query, name);
  }

  headers(): Params {
    const headers: Record<string, string> = Object.create(null);
    for (const name of Object.keys(this.incoming.headers)) headers[name] = this.header(name);
    return headers;
  }

  header(name: string): string {
    const value = this.incoming.headers[name.toLowerCase()];
    // Not `?? ''`: this object has a prototype, and a header called "constructor" must be absent.
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';
  }

  cookie(name: string): string {
    this.#cookies ??= parseCookies(this.incoming.headers.cookie ?? '');
    return this.#cookies[name] ?? '';
  }

  /** The raw body. May be asked for more than once. */
  body(): Promise<Buffer> {
    this.#body ??= readBody(this.incoming, this.#bodyLimit);
    return this.#body;
  }

  /** Whether the body is what a browser's form sends, and the platform wants to know. */
  get isForm(): boolean {
    return this.#forms && this.header('content-type').toLowerCase().startsWith('application/x-www-form-urlencoded');
  }

  /** A body as data: JSON whatever the content type says, or the fields of a form. 400 where it is neither. */
  parse(bytes: Buffer): unknown {
    return this.isForm ? parseQuery(bytes.toString()) : parseJson(bytes);
  }
}
