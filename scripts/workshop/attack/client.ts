import type { IncomingHttpHeaders } from 'node:http';
import { type ReceivedResponse, sendRequest } from '../send-request.ts';

/** The attack is not possible here: the program lacks a route that it needs, or has gone away. */
export class CannotAttack extends Error {
  override readonly name = 'CannotAttack';
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** What the printed line says about the request instead of its credentials and its body: `no credentials`. */
  note?: string;
}

/** One response. */
export class Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly milliseconds: number;
  readonly #request: string;

  constructor(request: string, { status, headers, body }: ReceivedResponse, milliseconds: number) {
    this.#request = request;
    this.status = status;
    this.headers = headers;
    this.text = body;
    this.milliseconds = milliseconds;
  }

  /** The body as JSON; undefined if it is something else. */
  // biome-ignore lint/suspicious/noExplicitAny: an attack reads `reply.body.token` directly.
  get body(): any {
    try {
      return JSON.parse(this.text);
    } catch {
      return undefined;
    }
  }

  /** For the requests that prepare an attack: without this status there is nothing to attack. */
  expect(status: number): this {
    if (this.status === status) return this;
    const received = [this.status, this.text.slice(0, 200)].filter(Boolean).join(' ');
    throw new CannotAttack(
      `${this.#request} has to respond with ${status} before the attack can begin. It was: ${received}`,
    );
  }
}

/** Sends requests as they are, and keeps the cookies it gets, like a browser. If it has a name, it prints each request. */
export class Client {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #name: string | undefined;
  readonly #say: (text: string) => void;

  constructor(url: string, name: string | undefined, say: (text: string) => void) {
    this.#url = url;
    this.#name = name;
    this.#say = say;
  }

  get(path: string, options?: RequestOptions): Promise<Reply> {
    return this.send('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply> {
    return this.send('POST', path, body, options);
  }

  put(path: string, body?: unknown, options?: RequestOptions): Promise<Reply> {
    return this.send('PUT', path, body, options);
  }

  delete(path: string, options?: RequestOptions): Promise<Reply> {
    return this.send('DELETE', path, undefined, options);
  }

  /** A string is sent as it is, anything else as JSON. */
  async send(method: string, path: string, body?: unknown, options: RequestOptions = {}): Promise<Reply> {
    const content = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const headers: Record<string, string> = { ...options.headers };
    if (content !== undefined && typeof body !== 'string') headers['Content-Type'] ??= 'application/json';
    if (this.cookies.size > 0) headers.Cookie ??= [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const line = `${method} ${path}${describe(headers, content, options.note)}`;
    const started = performance.now();
    const { port } = new URL(this.#url);
    const response = await sendRequest(Number(port), { method, path, headers, body: content }).catch((error: Error) => {
      throw new CannotAttack(`${method} ${path} got no response: ${error.message}.`);
    });
    const reply = new Reply(`${method} ${path}`, response, performance.now() - started);
    this.#keep(reply.headers['set-cookie'] ?? []);
    if (this.#name !== undefined) this.#say(`${this.#name}: ${line} …  ${reply.status}`);
    return reply;
  }

  #keep(cookies: string[]): void {
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/;\s*max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

/** What matters about a request: who it claims to be from, and what it brings. */
function describe(headers: Record<string, string>, content: string | undefined, note: string | undefined): string {
  if (note !== undefined) return `, ${note}`;
  const shown = Object.entries(headers).filter(([name]) => !/^content-(type|length)$/i.test(name));
  const parts = shown.map(([name, value]) => `${name}: ${shorten(value, 40)}`);
  if (content) parts.push(shorten(content, 60));
  return parts.map((part) => `, ${part}`).join('');
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
