import type { Socket } from '../net/socket.ts';
import { nextTick } from '../process.ts';
import { finished, Readable } from '../stream.ts';

/** A repeated header of these is dropped, and the first one counts. */
const single = new Set(
  'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since last-modified location max-forwards proxy-authorization referer retry-after server user-agent'.split(
    ' ',
  ),
);

type Headers = Record<string, string | string[] | undefined>;

export class IncomingMessage extends Readable {
  socket: Socket;
  httpVersion = '1.1';
  httpVersionMajor = 1;
  httpVersionMinor = 1;
  complete = false;
  rawHeaders: string[] = [];
  rawTrailers: string[] = [];
  joinDuplicateHeaders = false;
  aborted = false;
  upgrade = false;
  url = '';
  method: string | null = null;
  statusCode: number | null = null;
  statusMessage: string | null = null;
  /** Whether anybody has read, or discarded, the body. */
  isConsumed = false;
  #headers: Headers | undefined;
  #distinct: Record<string, string[]> | undefined;

  constructor(socket: Socket) {
    super({ autoDestroy: true, highWaterMark: 65_536 });
    this.socket = socket;
  }

  get connection(): Socket {
    return this.socket;
  }

  get headers(): Headers {
    this.#headers ??= joined(this.rawHeaders, this.joinDuplicateHeaders);
    return this.#headers;
  }

  set headers(headers: Headers) {
    this.#headers = headers;
  }

  get headersDistinct(): Record<string, string[]> {
    this.#distinct ??= distinct(this.rawHeaders);
    return this.#distinct;
  }

  get trailers(): Headers {
    return joined(this.rawTrailers, this.joinDuplicateHeaders);
  }

  get trailersDistinct(): Record<string, string[]> {
    return distinct(this.rawTrailers);
  }

  setTimeout(ms: number, listener?: () => void): this {
    if (listener) this.on('timeout', listener);
    this.socket.setTimeout(ms);
    return this;
  }

  override _read(): void {
    this.isConsumed = true;
    if (this.socket.isPaused()) this.socket.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (!this.readableEnded || !this.complete) {
      this.aborted = true;
      this.emit('aborted');
    }
    // An error without a listener would end the process.
    const report = (cause: Error | null | undefined) => (this.listenerCount('error') === 0 ? done() : done(cause));
    if (this.socket.destroyed || !this.aborted) {
      nextTick(() => report(error));
      return;
    }
    this.socket.destroy(error ?? undefined);
    const stop = finished(this.socket, (cause) => {
      stop();
      const isPremature = (cause as { code?: string } | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE';
      nextTick(() => report((isPremature ? null : cause) ?? error));
    });
  }

  /** Reads the rest of a body that nobody wants. */
  discard(): void {
    if (this.isDiscarded) return;
    this.isDiscarded = true;
    this.removeAllListeners('data');
    this.resume();
  }

  isDiscarded = false;
}

function joined(raw: readonly string[], joinsSingle: boolean): Headers {
  const headers: Headers = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    const value = raw[at + 1]!;
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (name === 'set-cookie') headers[name] = [...((before as string[] | undefined) ?? []), value];
    else if (before === undefined) define(headers, name, value);
    else if (!single.has(name)) headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
    else if (joinsSingle) headers[name] = `${before}, ${value}`;
  }
  return headers;
}

function distinct(raw: readonly string[]): Record<string, string[]> {
  const headers: Record<string, string[]> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    headers[name] = [...(headers[name] ?? []), raw[at + 1]!];
  }
  return headers;
}

/** Node would set the prototype. No header is worth that, but a program must find the same keys. */
function define(headers: Headers, name: string, value: string): void {
  if (name !== '__proto__') headers[name] = value;
}
