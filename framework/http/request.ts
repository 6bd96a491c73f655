import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { parseCookie } from 'cookie';
import { readTwice } from '../hints/responses.ts';
import { LimitedBody } from '../streams/limited-body.ts';
import { clientGone, parseJson, readBody, tooLarge } from './body.ts';
import { parseQuery, type Target } from './target.ts';

export type Params = Readonly<Record<string, string>>;

export const noParams: Params = Object.freeze(Object.create(null));

/** The request. Query, cookies and body are read on first use, because most handlers need one of them or none. */
export class IncomingRequest {
  readonly target: Target;
  /** Node's own request, for everything this class doesn't cover. */
  readonly incoming: IncomingMessage;
  /** The largest body that is read, in bytes. A middleware may change it; `bodyLimit(bytes)` does. */
  bodyLimit: number;
  readonly #params: Params;
  readonly #forms: boolean;
  #query: Map<string, string> | undefined;
  #cookies: Record<string, string | undefined> | undefined;
  #body: Promise<Buffer> | undefined;
  #isStreamed = false;

  constructor(incoming: IncomingMessage, target: Target, params: Params, bodyLimit: number, forms = false) {
    this.incoming = incoming;
    this.target = target;
    this.#params = params;
    this.bodyLimit = bodyLimit;
    this.#forms = forms;
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

  queries(): Params {
    return record(parseQuery(this.target.query));
  }

  query(name: string): string | undefined {
    this.#query ??= parseQuery(this.target.query);
    return this.#query.get(name);
  }

  /** Every value of every query parameter. */
  allQueries(): ReadonlyMap<string, readonly string[]> {
    const all = new Map<string, string[]>();
    const first = parseQuery(this.target.query, (key, value) => all.set(key, [...(all.get(key) ?? []), value]));
    for (const [key, value] of first) all.set(key, [value, ...(all.get(key) ?? [])]);
    return all;
  }

  headers(): Params {
    return record(Object.keys(this.incoming.headers).map((name) => [name, this.header(name)]));
  }

  header(name: string): string {
    const value = this.incoming.headers[name.toLowerCase()];
    // Not `?? ''`: Node's object has a prototype, and a header called "constructor" must count as absent.
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : '';
  }

  cookie(name: string): string {
    this.#cookies ??= parseCookie(this.incoming.headers.cookie ?? '');
    return this.#cookies[name] ?? '';
  }

  /** The raw body. May be called more than once. */
  body(): Promise<Buffer> {
    if (this.#isStreamed) return Promise.reject(readTwice('body', 'stream'));
    this.#body ??= readBody(this.incoming, this.bodyLimit);
    return this.#body;
  }

  /** The body as a stream, for uploads that shouldn't be in memory. Beyond the limit it fails with 413. */
  stream(): Readable {
    if (this.#isStreamed || this.#body) throw readTwice('stream', this.#body ? 'body' : 'stream');
    this.#isStreamed = true;
    return new LimitedBody(this.incoming, this.bodyLimit, { tooLarge, clientGone });
  }

  /** Whether the body is an HTML form's, and the platform accepts those. */
  get isForm(): boolean {
    return this.#forms && this.header('content-type').toLowerCase().startsWith('application/x-www-form-urlencoded');
  }

  /** The body as data: form fields, or JSON whatever the content type says. Throws 400 if it can't be parsed. */
  parse(bytes: Buffer): unknown {
    return this.isForm ? record(parseQuery(bytes.toString())) : parseJson(bytes);
  }
}

/** Without a prototype, so that a key called "constructor" is absent unless it was sent. */
function record(entries: Iterable<[string, string]>): Record<string, string> {
  return Object.assign(Object.create(null), Object.fromEntries(entries));
}

/** The query as one object. With `repeated`, a key sent more than once is an array, and `__proto__` is omitted. */
export async function queryFields(request: IncomingRequest, repeated: boolean): Promise<object> {
  if (!repeated) return request.queries();
  const sent = [...request.allQueries()].filter(([key]) => key !== '__proto__');
  return Object.fromEntries(sent.map(([key, values]) => [key, values.length === 1 ? values[0] : values]));
}
