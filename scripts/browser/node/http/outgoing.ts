import { Buffer } from '../buffer.ts';
import type { Socket } from '../net.ts';
import { nextTick } from '../process.ts';
import { Stream } from '../stream.ts';
import { validateHeaderName, validateHeaderValue } from './validate.ts';

export type HeaderValue = string | number | readonly string[];
type Done = (error?: Error | null) => void;
type Data = string | Uint8Array;

export const highWaterMark = 65_536;

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

/** What requests of a client and responses of a server have in common: headers, and the framing of the body. */
export class OutgoingMessage extends Stream {
  socket: Socket | null = null;
  destroyed = false;
  finished = false;
  chunkedEncoding = false;
  shouldKeepAlive = true;
  useChunkedEncodingByDefault = true;
  sendDate = false;
  /** Whether the connection closes after this message. */
  isLast = false;
  hasBody = true;
  errored: Error | null = null;
  writable = true;
  /** By these, `node:stream` recognizes a message of HTTP. */
  _closed = false;
  readonly _defaultKeepAlive = true;
  readonly _removedConnection = false;
  readonly _removedContLen = false;
  readonly _removedTE = false;
  protected head: string | null = null;
  protected isHeadSent = false;
  protected contentLength: number | null = null;
  protected keepAliveTimeout = 0;
  protected hasAgent = false;
  readonly #headers = new Map<string, { name: string; value: HeaderValue }>();
  readonly #removed = new Set<string>();
  #waiting: { data: Data; encoding: BufferEncoding; done: Done | undefined }[] = [];
  #waitingSize = 0;
  #trailer = '';
  #isFinishEmitted = false;
  #corked = 0;

  get headersSent(): boolean {
    return this.head !== null;
  }

  get connection(): Socket | null {
    return this.socket;
  }

  get writableEnded(): boolean {
    return this.finished;
  }

  get writableFinished(): boolean {
    return this.finished && this.#waitingSize === 0 && (this.socket === null || this.socket.writableLength === 0);
  }

  get writableLength(): number {
    return this.#waitingSize + (this.socket?.writableLength ?? 0);
  }

  get writableHighWaterMark(): number {
    return this.socket?.writableHighWaterMark ?? highWaterMark;
  }

  get writableNeedDrain(): boolean {
    return !this.destroyed && !this.finished && this.#needsDrain;
  }

  get writableCorked(): number {
    return this.#corked;
  }

  get writableObjectMode(): boolean {
    return false;
  }

  #needsDrain = false;

  cork(): void {
    this.#corked++;
    this.socket?.cork();
  }

  uncork(): void {
    if (this.#corked > 0) this.#corked--;
    this.socket?.uncork();
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

  addTrailers(headers: Record<string, string>): void {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
      this.#trailer += `${name}: ${value}\r\n`;
    }
  }

  flushHeaders(): void {
    if (this.head === null) this.implicitHeader();
    this.send('', 'latin1');
  }

  write(chunk: Data, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const callback = typeof encoding === 'function' ? encoding : done;
    const isSent = this.#write(chunk, typeof encoding === 'string' ? encoding : 'utf8', callback, false);
    if (!isSent) this.#needsDrain = true;
    return isSent;
  }

  end(chunk?: Data | Done | null, encoding?: BufferEncoding | Done, done?: Done): this {
    const callback = [chunk, encoding, done].find((each) => typeof each === 'function') as Done | undefined;
    const data = typeof chunk === 'function' || chunk === undefined ? null : chunk;
    if (data !== null && this.finished) {
      this.#writeAfterEnd(callback);
      return this;
    }
    if (this.finished) {
      if (callback) {
        const error = nodeError('ERR_STREAM_ALREADY_FINISHED', 'Cannot call end after a stream was finished');
        this.#isFinishEmitted ? nextTick(() => callback(error)) : this.once('finish', callback);
      }
      return this;
    }
    this.socket?.cork();
    if (data !== null) this.#write(data, typeof encoding === 'string' ? encoding : 'utf8', undefined, true);
    else if (this.head === null) {
      this.contentLength = 0;
      this.implicitHeader();
    }
    if (callback) this.once('finish', callback);
    const finish = () => {
      if (this.#isFinishEmitted || this.errored) return;
      this.#isFinishEmitted = true;
      this.emit('finish');
    };
    if (this.hasBody && this.chunkedEncoding) this.send(`0\r\n${this.#trailer}\r\n`, 'latin1', finish);
    else if (!this.isHeadSent || this.writableLength > 0 || data !== null) this.send('', 'latin1', finish);
    else nextTick(finish);
    while ((this.socket?.writableCorked ?? 0) > 0) this.socket!.uncork();
    this.#corked = 0;
    this.finished = true;
    if (this.#waiting.length === 0 && this.socket !== null) this.emit('prefinish');
    return this;
  }

  destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.errored = error ?? null;
    if (this.socket !== null) this.socket.destroy(error);
    else this.once('socket', (socket: Socket) => socket.destroy(error));
    return this;
  }

  /** Sends what was written before the message had its connection. */
  flush(): void {
    if (this.socket === null) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#waitingSize = 0;
    this.socket.cork();
    for (const { data, encoding, done } of waiting) this.socket.write(data, encoding, done);
    this.socket.uncork();
    if (this.finished) this.emit('prefinish');
    else this.drained();
  }

  /** The connection can take more. */
  drained(): void {
    if (!this.#needsDrain || this.writableLength > this.writableHighWaterMark) return;
    this.#needsDrain = false;
    this.emit('drain');
  }

  /** The status line, or the request line, with all headers. Adds those that HTTP needs. */
  protected storeHeader(firstLine: string, given?: readonly (readonly [string, HeaderValue])[]): void {
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
    if (seen.has('expect')) this.send('', 'latin1');
  }

  /** Whether the status allows no body. */
  protected endsWithHead(): boolean {
    return false;
  }

  /** Makes up the headers if nobody has written them. */
  protected implicitHeader(): void {
    throw nodeError('ERR_METHOD_NOT_IMPLEMENTED', 'The _implicitHeader() method is not implemented');
  }

  protected send(data: Data, encoding: BufferEncoding, done?: Done): boolean {
    if (this.isHeadSent || this.head === null) return this.#raw(data, encoding, done);
    this.isHeadSent = true;
    if (typeof data === 'string' && (encoding === 'utf8' || encoding === 'latin1')) {
      if (encoding === 'latin1' || data === '') return this.#raw(this.head + data, 'latin1', done);
    }
    this.#raw(this.head, 'latin1');
    return this.#raw(data, encoding, done);
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

  #write(chunk: Data, encoding: BufferEncoding, done: Done | undefined, isEnd: boolean): boolean {
    if (chunk === null) throw nodeError('ERR_STREAM_NULL_VALUES', 'May not write null values to stream', TypeError);
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw nodeError(
        'ERR_INVALID_ARG_TYPE',
        `The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received ${typeof chunk === 'object' ? `an instance of ${(chunk as object).constructor?.name ?? 'Object'}` : `type ${typeof chunk} (${String(chunk)})`}`,
        TypeError,
      );
    if (this.finished) {
      this.#writeAfterEnd(done);
      return true;
    }
    if (this.destroyed) {
      const error = nodeError('ERR_STREAM_DESTROYED', 'Cannot call write after a stream was destroyed');
      if (done) nextTick(() => done(error));
      return false;
    }
    const length = typeof chunk === 'string' ? Buffer.byteLength(chunk, encoding) : chunk.length;
    if (this.head === null) {
      if (isEnd) this.contentLength = length;
      this.implicitHeader();
    }
    if (!this.hasBody) {
      if (done) nextTick(done);
      return true;
    }
    if (!isEnd && this.socket !== null && this.socket.writableCorked === 0) {
      const { socket } = this;
      socket.cork();
      nextTick(() => socket.uncork());
    }
    if (!this.chunkedEncoding || length === 0) return this.send(chunk, encoding, done);
    this.send(`${length.toString(16)}\r\n`, 'latin1');
    this.send(chunk, encoding);
    return this.send('\r\n', 'latin1', done);
  }

  #writeAfterEnd(done: Done | undefined): void {
    const error = nodeError('ERR_STREAM_WRITE_AFTER_END', 'write after end');
    if (done) nextTick(() => done(error));
    if (!this.destroyed) nextTick(() => this.emit('error', error));
  }

  #raw(data: Data, encoding: BufferEncoding, done?: Done): boolean {
    if (this.socket?.destroyed) return false;
    if (this.socket !== null && this.#waiting.length === 0 && this.socket.writable)
      return this.socket.write(data, encoding, done);
    this.#waiting.push({ data, encoding, done });
    this.#waitingSize += data.length;
    return this.#waitingSize < highWaterMark;
  }
}

function alreadySent(action: string): Error {
  return nodeError('ERR_HTTP_HEADERS_SENT', `Cannot ${action} headers after they are sent to the client`);
}
