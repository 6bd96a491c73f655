import { STATUS_CODES } from 'node-at-build';
import type { Socket } from '../net/socket.ts';
import { type HeaderValue, nodeError } from './head.ts';
import type { IncomingMessage } from './incoming.ts';
import { OutgoingMessage } from './outgoing.ts';

type GivenHeaders = Record<string, HeaderValue | undefined> | readonly (HeaderValue | readonly [string, HeaderValue])[];

export class ServerResponse extends OutgoingMessage {
  readonly req: IncomingMessage;
  statusCode = 200;
  statusMessage: string | undefined;
  override sendDate = true;
  _sent100 = false;
  /** Whether the client waits for a permission to send the body. */
  expectsContinue = false;

  constructor(request: IncomingMessage, keepAliveTimeout = 0) {
    super();
    this.req = request;
    this.keepAliveTimeout = keepAliveTimeout;
    if (request.method === 'HEAD') this.hasBody = false;
    if (request.httpVersionMajor >= 1 && request.httpVersionMinor >= 1) return;
    this.useChunkedEncodingByDefault = /chunk/i.test(String(request.headers.te ?? ''));
    this.shouldKeepAlive = false;
  }

  assignSocket(socket: Socket): void {
    this.socket = socket;
    this.emit('socket', socket);
    this.flush();
  }

  detachSocket(): void {
    this.socket = null;
  }

  writeContinue(done?: () => void): void {
    this.#interim('HTTP/1.1 100 Continue\r\n\r\n', done);
    this._sent100 = true;
  }

  writeProcessing(done?: () => void): void {
    this.#interim('HTTP/1.1 102 Processing\r\n\r\n', done);
  }

  writeEarlyHints(hints: Record<string, string | string[]>, done?: () => void): void {
    const lines = Object.entries(hints).map(([name, value]) => `${name}: ${[value].flat().join(', ')}\r\n`);
    this.#interim(`HTTP/1.1 103 Early Hints\r\n${lines.join('')}\r\n`, done);
  }

  writeHead(status: number, reason?: string | GivenHeaders, given?: GivenHeaders): this {
    if (this.head !== null)
      throw nodeError('ERR_HTTP_HEADERS_SENT', 'Cannot write headers after they are sent to the client');
    const code = status | 0;
    if (code < 100 || code > 999)
      throw Object.assign(new RangeError(`Invalid status code: ${status}`), { code: 'ERR_HTTP_INVALID_STATUS_CODE' });
    const headers = typeof reason === 'string' ? given : (reason ?? given);
    if (typeof reason === 'string') this.statusMessage = reason;
    else this.statusMessage ||= STATUS_CODES[code] ?? 'unknown';
    this.statusCode = code;
    if (/[^\t\x20-\x7e\x80-\xff]/.test(this.statusMessage))
      throw nodeError('ERR_INVALID_CHAR', 'Invalid character in statusMessage', TypeError);
    const listed = headers === undefined ? undefined : listOf(headers);
    const isMerged = this.getHeaderNames().length > 0;
    if (isMerged) for (const [name, value] of listed ?? []) this.setHeader(name, value);
    if (this.endsWithHead() || code < 200) this.hasBody = false;
    if (this.expectsContinue && !this._sent100) this.shouldKeepAlive = false;
    this.storeHeader(`HTTP/1.1 ${code} ${this.statusMessage}\r\n`, isMerged ? undefined : listed);
    return this;
  }

  setTimeout(ms: number, listener?: () => void): this {
    if (listener) this.on('timeout', listener);
    this.socket?.setTimeout(ms);
    return this;
  }

  /** Its connection has closed, or the response is over. */
  closed(): void {
    if (this._closed) return;
    this.destroyed = true;
    this._closed = true;
    this.emit('close');
  }

  protected override endsWithHead(): boolean {
    return this.statusCode === 204 || this.statusCode === 304;
  }

  protected override implicitHeader(): void {
    this.writeHead(this.statusCode);
  }

  #interim(text: string, done?: () => void): void {
    if (this.socket === null) this.once('socket', (socket: Socket) => socket.write(text, 'latin1', done));
    else this.socket.write(text, 'latin1', done);
  }
}

/** An object, or names and values in turn. */
function listOf(headers: GivenHeaders): [string, HeaderValue][] {
  if (!Array.isArray(headers)) return Object.entries(headers as Record<string, HeaderValue>);
  if (Array.isArray(headers[0])) return headers as [string, HeaderValue][];
  return Array.from({ length: headers.length / 2 }, (_, at) => [headers[2 * at], headers[2 * at + 1]]) as [
    string,
    HeaderValue,
  ][];
}
