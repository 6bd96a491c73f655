import { Readable, type Writable } from 'node:stream';
import { ignore } from '../http/settle.ts';

/** What code may ask a connection for, where there is none: it has no address, and only the bytes of the body are counted. */
export interface FetchSocket {
  readonly remoteAddress: undefined;
  readonly encrypted: boolean;
  bytesWritten: number;
  /** Where Node keeps the response of a connection. */
  _httpMessage: Writable & { abort(reason: unknown): void };
}

/**
 * A web-standard request in the form of Node's: the part of `IncomingMessage` that the framework uses. The body is read from
 * the request at the pace of its reader, and cancelled if nobody wants the rest.
 */
export class FetchIncoming extends Readable {
  readonly method: string;
  /** The target as in a request line: path and query. */
  readonly url: string;
  readonly headers: Record<string, string> = Object.create(null);
  /** A web-standard request has none. */
  readonly trailers: Record<string, string> = Object.create(null);
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  /** No connection is left for the next request, so nothing depends on the rest of a body. */
  readonly complete = true;
  readonly socket: FetchSocket;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  constructor(request: Request, socket: FetchSocket) {
    super();
    const { target, host } = splitUrl(request.url);
    this.method = request.method;
    this.url = target;
    this.socket = socket;
    this.headers.host = host;
    for (const [name, value] of request.headers) this.headers[name] = value;
    this.#reader = request.body?.getReader();
    // HTTP/1.1 announces every body, and a middleware may refuse a request by that, as `jsonOnly` does.
    if (this.#reader && !this.headers['content-length']) this.headers['transfer-encoding'] ??= 'chunked';
    // Without a listener, an error event ends the process, and the body may fail before anyone reads it.
    this.on('error', ignore);
  }

  override _read(): void {
    if (this.#reader === undefined) return void this.push(null);
    this.#reader.read().then(
      ({ done, value }) => this.push(done ? null : value),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#reader?.cancel(error ?? undefined).catch(ignore);
    // As in Node, where a request that is destroyed takes its connection with it.
    const outgoing = this.socket._httpMessage;
    if (error)
      outgoing.abort(new Error('The response was cut, because the body of the request failed.', { cause: error }));
    else if (!this.readableEnded) outgoing.destroy();
    done(error);
  }

  /** Whether somebody is still reading. A handler may respond before it has read everything. */
  get isWanted(): boolean {
    return this.listenerCount('data') + this.listenerCount('readable') > 0;
  }
}

/** Not `new URL`, which the request has already been through: its URL is absolute and has its canonical spelling. */
function splitUrl(url: string): { target: string; host: string } {
  const start = url.indexOf('://') + 3;
  const slash = url.indexOf('/', start);
  const fragment = url.indexOf('#', slash);
  return { target: url.slice(slash, fragment < 0 ? url.length : fragment), host: url.slice(start, slash) };
}
