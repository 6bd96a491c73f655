import { hold } from '../machine/handles.ts';
import { type Connection, connectTo, listenOn, type Receiver, stopListening } from '../machine/network.ts';
import { Buffer } from './buffer.ts';
import { EventEmitter } from './events.ts';
import { nextTick } from './process.ts';
import { Duplex } from './stream.ts';
import { type Timeout, setTimeout as timer } from './timers.ts';

/* Connections inside of the machine: see `machine/network.ts`. */

export function isIPv4(text: string): boolean {
  return /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text);
}

export function isIPv6(text: string): boolean {
  return /^[\da-f:.]+(%\w+)?$/i.test(text) && URL.canParse(`http://[${text.replace(/%.*/, '')}]/`);
}

export function isIP(text: string): 0 | 4 | 6 {
  return isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0;
}

const addresses = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'];
let clientPort = 50_000;

export function systemError(code: string, syscall: string, details: Record<string, unknown> = {}): Error {
  const { address, port } = details;
  const where = address === undefined ? '' : ` ${address}${port === undefined ? '' : `:${port}`}`;
  return Object.assign(new Error(`${syscall} ${code}${where}`), { code, syscall, ...details });
}

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
    if (!addresses.includes(host)) {
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
    if (this.#isPeerGone || this.#connection === undefined) return done(systemError('EPIPE', 'write', { errno: -32 }));
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

export class Server extends EventEmitter {
  listening = false;
  maxConnections: number | undefined;
  readonly #allowHalfOpen: boolean;
  readonly #sockets = new Set<Socket>();
  #port: number | undefined;
  #host = '::';
  #release: (() => void) | undefined;
  #isClosing = false;

  constructor(options?: { allowHalfOpen?: boolean } | (() => void), listener?: (socket: Socket) => void) {
    super();
    this.#allowHalfOpen = typeof options === 'object' ? (options.allowHalfOpen ?? false) : false;
    const onConnection = typeof options === 'function' ? options : listener;
    if (onConnection) this.on('connection', onConnection);
  }

  listen(...args: unknown[]): this {
    const done = args.find((each) => typeof each === 'function') as (() => void) | undefined;
    const first = args[0] as { port?: number; host?: string } | number | string | undefined;
    const { port = 0, host } =
      typeof first === 'object' && first !== null
        ? first
        : { port: Number(typeof first === 'function' ? 0 : (first ?? 0)), host: args[1] as string | undefined };
    if (typeof host === 'string') this.#host = host;
    if (done) this.once('listening', done);
    if (!addresses.includes(this.#host)) {
      const code = isIP(this.#host) ? 'EADDRNOTAVAIL' : 'ENOTFOUND';
      const error = systemError(code, isIP(this.#host) ? 'listen' : 'getaddrinfo', { address: this.#host, port });
      nextTick(() => this.emit('error', error));
      return this;
    }
    this.#release = hold();
    void listenOn(Number(port), (connection, from) => this.#accept(connection, from)).then((given) => {
      if (given === undefined) {
        this.unref();
        const details = { address: this.#host, port, errno: -98 };
        const error = systemError('EADDRINUSE', 'listen', details);
        error.message = `listen EADDRINUSE: address already in use ${this.#host}:${port}`;
        this.emit('error', error);
        return;
      }
      this.#port = given;
      this.listening = true;
      this.emit('listening');
    });
    return this;
  }

  address(): object | null {
    if (this.#port === undefined) return null;
    return { address: this.#host, family: isIP(this.#host) === 6 ? 'IPv6' : 'IPv4', port: this.#port };
  }

  close(done?: (error?: Error) => void): this {
    if (done) {
      if (this.listening || this.#isClosing) this.once('close', done);
      else {
        const error = Object.assign(new Error('Server is not running.'), { code: 'ERR_SERVER_NOT_RUNNING' });
        nextTick(() => done(error));
      }
    }
    if (!this.listening) return this;
    this.listening = false;
    this.#isClosing = true;
    stopListening(this.#port!);
    this.#port = undefined;
    this.#closedIfEmpty();
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise((resolve) => this.close(resolve));
  }

  getConnections(done: (error: null, count: number) => void): this {
    nextTick(() => done(null, this.#sockets.size));
    return this;
  }

  ref(): this {
    if (this.listening) this.#release ??= hold();
    return this;
  }

  unref(): this {
    this.#release?.();
    this.#release = undefined;
    return this;
  }

  /** Called by its sockets. */
  forget(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#closedIfEmpty();
  }

  #accept(connection: Connection, port: number): Receiver {
    const socket = new Socket({ allowHalfOpen: this.#allowHalfOpen });
    const receiver = socket.accept(connection, port);
    socket.server = this;
    this.#sockets.add(socket);
    this.emit('connection', socket);
    return receiver;
  }

  #closedIfEmpty(): void {
    if (!this.#isClosing || this.#sockets.size > 0) return;
    this.#isClosing = false;
    this.unref();
    nextTick(() => this.emit('close'));
  }
}

export const Stream = Socket;

export function createServer(options?: never, listener?: never): Server {
  return new Server(options, listener);
}

export function connect(target: ConnectOptions | number | string, ...rest: unknown[]): Socket {
  const socket = new Socket(typeof target === 'object' ? target : {});
  return socket.connect(target, ...rest);
}

export const createConnection = connect;
