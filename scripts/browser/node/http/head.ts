import { Stream } from '../stream.ts';
import { validateHeaderName, validateHeaderValue } from './validate.ts';

export type HeaderValue = string | number | readonly string[];

export function nodeError(code: string, message: string, Type: ErrorConstructor | TypeErrorConstructor = Error): Error {
  return Object.assign(new Type(message), { code });
}

let date = '';

/** The same for all responses of a second. */
function utcDate(): string {
  if (date === '') {
    const now = new Date();
    date = now.toUTCString();
    globalThis.setTimeout(() => (date = ''), 1000 - now.getMilliseconds()).unref();
  }
  return date;
}

/** The headers of a message that is being sent, and what they mean for the framing of its body. */
export class OutgoingHead extends Stream {
  chunkedEncoding = false;
  shouldKeepAlive = true;
  useChunkedEncodingByDefault = true;
  sendDate = false;
  /** Whether the connection closes after this message. */
  isLast = false;
  hasBody = true;
  protected head: string | null = null;
  protected contentLength: number | null = null;
  protected keepAliveTimeout = 0;
  protected hasAgent = false;
  readonly #headers = new Map<string, { name: string; value: HeaderValue }>();
  readonly #removed = new Set<string>();

  get headersSent(): boolean {
    return this.head !== null;
  }

  setHeader(name: string, value: HeaderValue): this {
    if (this.head !== null) throw alreadySent('set');
    validateHeaderName(name);
    for (const each of [value].flat()) validateHeaderValue(name, each as string);
    this.#headers.set(name.toLowerCase(), { name, value });
    return this;
  }

  setHeaders(headers: Map<string, HeaderValue> | Headers): this {
    for (const [name, value] of headers as Map<string, HeaderValue>) this.setHeader(name, value);
    return this;
  }

  appendHeader(name: string, value: string | readonly string[]): this {
    const before = this.getHeader(name);
    if (before === undefined) return this.setHeader(name, value);
    return this.setHeader(name, [before, value].flat() as string[]);
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#headers.get(name.toLowerCase())?.value;
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  getHeaderNames(): string[] {
    return [...this.#headers.keys()];
  }

  getRawHeaderNames(): string[] {
    return [...this.#headers.values()].map(({ name }) => name);
  }

  getHeaders(): Record<string, HeaderValue> {
    return Object.assign(
      Object.create(null),
      Object.fromEntries([...this.#headers].map(([key, { value }]) => [key, value])),
    );
  }

  removeHeader(name: string): void {
    if (this.head !== null) throw alreadySent('remove');
    const key = name.toLowerCase();
    this.#headers.delete(key);
    this.#removed.add(key);
    if (key === 'date') this.sendDate = false;
  }

  /**
   * The status line, or the request line, with all headers. Adds those that HTTP needs. Returns whether the other side has to
   * see it before the body.
   */
  protected composeHead(firstLine: string, given?: readonly (readonly [string, HeaderValue])[]): boolean {
    const headers = given ?? [...this.#headers.values()].map(({ name, value }) => [name, value] as const);
    const seen = new Set<string>();
    let head = firstLine;
    for (const [name, value] of headers) {
      if (given !== undefined) validateHeaderName(name);
      for (const each of Array.isArray(value) ? value : [value]) {
        if (given !== undefined) validateHeaderValue(name, each as string);
        head += `${name}: ${each}\r\n`;
        this.#notice(name.toLowerCase(), String(each), seen);
      }
    }
    if (this.sendDate && !seen.has('date')) head += `Date: ${utcDate()}\r\n`;
    if (this.chunkedEncoding && this.endsWithHead()) {
      this.chunkedEncoding = false;
      this.shouldKeepAlive = false;
    }
    head += this.#connectionHeaders(seen) + this.#framingHeaders(seen);
    if (!this.chunkedEncoding && seen.has('trailer'))
      throw nodeError('ERR_HTTP_TRAILER_INVALID', 'Trailers are invalid with this transfer encoding');
    this.head = `${head}\r\n`;
    return seen.has('expect');
  }

  /** Whether the status allows no body. */
  protected endsWithHead(): boolean {
    return false;
  }

  #notice(name: string, value: string, seen: Set<string>): void {
    seen.add(name);
    if (name === 'connection') {
      if (/(?:^|\W)close(?:$|\W)/i.test(value)) this.isLast = true;
      else this.shouldKeepAlive = true;
    }
    if (name === 'transfer-encoding' && /(?:^|\W)chunked(?:$|\W)/i.test(value)) this.chunkedEncoding = true;
    if (name === 'content-length') this.contentLength = Number(value);
  }

  #connectionHeaders(seen: Set<string>): string {
    if (this.#removed.has('connection') && !seen.has('connection')) {
      this.isLast = !this.shouldKeepAlive;
      return '';
    }
    if (seen.has('connection')) return '';
    const isKept =
      this.shouldKeepAlive && (seen.has('content-length') || this.useChunkedEncodingByDefault || this.hasAgent);
    if (!isKept) {
      this.isLast = true;
      return 'Connection: close\r\n';
    }
    const seconds = Math.floor(this.keepAliveTimeout / 1000);
    const timeout = this.keepAliveTimeout > 0 && !seen.has('keep-alive') ? `Keep-Alive: timeout=${seconds}\r\n` : '';
    return `Connection: keep-alive\r\n${timeout}`;
  }

  #framingHeaders(seen: Set<string>): string {
    if (seen.has('content-length') || seen.has('transfer-encoding')) return '';
    if (!this.hasBody) {
      this.chunkedEncoding = false;
      return '';
    }
    if (!this.useChunkedEncodingByDefault) {
      this.isLast = true;
      return '';
    }
    if (!seen.has('trailer') && !this.#removed.has('content-length') && this.contentLength !== null)
      return `Content-Length: ${this.contentLength}\r\n`;
    if (this.#removed.has('transfer-encoding')) {
      this.isLast = true;
      return '';
    }
    this.chunkedEncoding = true;
    return 'Transfer-Encoding: chunked\r\n';
  }
}

function alreadySent(action: string): Error {
  return nodeError('ERR_HTTP_HEADERS_SENT', `Cannot ${action} headers after they are sent to the client`);
}
