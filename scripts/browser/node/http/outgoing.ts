import { Buffer } from '../buffer.ts';
import type { Socket } from '../net/socket.ts';
import { nextTick } from '../process.ts';
import { type HeaderValue, nodeError, OutgoingHead } from './head.ts';
import { validateHeaderName, validateHeaderValue } from './validate.ts';

type Done = (error?: Error | null) => void;
type Data = string | Uint8Array;

export const highWaterMark = 65_536;

/** What requests of a client and responses of a server have in common. */
export class OutgoingMessage extends OutgoingHead {
  socket: Socket | null = null;
  destroyed = false;
  finished = false;
  errored: Error | null = null;
  writable = true;
  /** By these, `node:stream` recognizes a message of HTTP. */
  _closed = false;
  readonly _defaultKeepAlive = true;
  readonly _removedConnection = false;
  readonly _removedContLen = false;
  readonly _removedTE = false;
  protected isHeadSent = false;
  #waiting: { data: Data; encoding: BufferEncoding; done: Done | undefined }[] = [];
  #waitingSize = 0;
  #trailer = '';
  #isFinishEmitted = false;
  #corked = 0;

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

  protected storeHeader(firstLine: string, given?: readonly (readonly [string, HeaderValue])[]): void {
    if (this.composeHead(firstLine, given)) this.send('', 'latin1');
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
