import { hold } from '../../machine/handles.ts';
import { type Connection, connectTo, type Receiver } from '../../machine/network.ts';
import { Buffer } from '../buffer.ts';
import { nextTick } from '../process.ts';
import { Duplex } from '../stream.ts';
import { type Timeout, setTimeout as timer } from '../timers.ts';
import { ownAddresses, systemError } from './addresses.ts';

let clientPort = 50_000;

export interface ConnectOptions {
  port: number | string;
  host?: string;
  allowHalfOpen?: boolean;
  signal?: AbortSignal;
}

export class Socket extends Duplex {
  connecting = false;
  bytesRead = 0;
  bytesWritten = 0;
  remoteAddress: string | undefined;
  remotePort: number | undefined;
  readonly remoteFamily = 'IPv4';
  readonly localAddress = '127.0.0.1';
  localPort: number | undefined;
  readonly encrypted = undefined;
  timeout = 0;
  #connection: Connection | undefined;
  #release: (() => void) | undefined;
  #isPeerGone = false;
  #timer: Timeout | undefined;

  constructor({ allowHalfOpen = false, signal }: { allowHalfOpen?: boolean; signal?: AbortSignal } = {}) {
    super({ allowHalfOpen, emitClose: true, autoDestroy: true, decodeStrings: true });
    signal?.addEventListener('abort', () => this.destroy(signal.reason as Error), { once: true });
  }

  get pending(): boolean {
    return this.#connection === undefined || this.connecting;
  }

  get readyState(): string {
    if (this.connecting) return 'opening';
    if (this.readable && this.writable) return 'open';
    return this.readable ? 'readOnly' : this.writable ? 'writeOnly' : 'closed';
  }

  /** For a server: the other side of a connection that a client has opened. */
  accept(connection: Connection, port: number): Receiver {
    this.#connection = connection;
    this.localPort = port;
    this.remoteAddress = '127.0.0.1';
    this.remotePort = clientPort++;
    this.#release = hold();
    return this.#receiver();
  }

  connect(target: ConnectOptions | number | string, ...rest: unknown[]): this {
    const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
    const options = typeof target === 'object' ? target : { port: target, host: rest[0] as string | undefined };
    const host = typeof options.host === 'string' ? options.host : 'localhost';
    const port = Number(options.port);
    if (done) this.once('connect', done);
    this.connecting = true;
    this.remoteAddress = '127.0.0.1';
    this.remotePort = port;
    this.localPort = clientPort++;
    this.#release = hold();
    if (!ownAddresses.includes(host)) {
      nextTick(() => this.destroy(systemError('ENOTFOUND', 'getaddrinfo', { hostname: host })));
      return this;
    }
    this.#connection = connectTo(port, {
      ...this.#receiver(),
      opened: () => {
        this.connecting = false;
        this.emit('connect');
        this.emit('ready');
      },
      refused: () => this.destroy(systemError('ECONNREFUSED', 'connect', { address: '127.0.0.1', port, errno: -111 })),
    });
    return this;
  }

  address(): object {
    return { address: this.localAddress, family: 'IPv4', port: this.localPort };
  }

  setTimeout(ms: number, listener?: () => void): this {
    this.timeout = ms;
    if (listener) ms > 0 ? this.once('timeout', listener) : this.off('timeout', listener);
    this.#active();
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    if (!this.destroyed) this.#release ??= hold();
    return this;
  }

  unref(): this {
    this.#release?.();
    this.#release = undefined;
    return this;
  }

  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  resetAndDestroy(): this {
    return this.destroy();
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    if (this.connecting) {
      this.once('connect', () => this._write(chunk, _encoding, done));
      return;
    }
    if (this.#isPeerGone || this.#connection === undefined) {
      done(systemError('EPIPE', 'write', { errno: -32 }));
      return;
    }
    this.bytesWritten += chunk.length;
    this.#active();
    this.#connection.send(chunk);
    nextTick(done);
  }

  override _final(done: () => void): void {
    if (this.connecting) return void this.once('connect', () => this._final(done));
    this.#connection?.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.connecting = false;
    this.#timer?.close();
    this.#connection?.close();
    this.unref();
    done(error);
    this.server?.forget(this);
  }

  server: { forget(socket: Socket): void } | undefined;

  #receiver(): Receiver {
    return {
      data: (bytes) => {
        if (this.destroyed) return;
        this.bytesRead += bytes.length;
        this.#active();
        this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
      },
      ended: () => this.#ended(),
      closed: () => {
        this.#isPeerGone = true;
        this.#ended();
      },
    };
  }

  #isEnded = false;

  #ended(): void {
    if (this.#isEnded || this.destroyed) return;
    this.#isEnded = true;
    this.push(null);
    // Without this, an end that nobody reads would never be noticed.
    if (this.readableLength === 0) this.read(0);
  }

  #active(): void {
    this.#timer?.close();
    if (this.timeout > 0) this.#timer = timer(() => this.emit('timeout'), this.timeout).unref();
  }
}
