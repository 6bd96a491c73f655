import { hold } from '../../machine/handles.ts';
import { type Connection, listenOn, type Receiver, stopListening } from '../../machine/network.ts';
import { EventEmitter } from '../events.ts';
import { nextTick } from '../process.ts';
import { isIP, ownAddresses, systemError } from './addresses.ts';
import { Socket } from './socket.ts';

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
    if (!ownAddresses.includes(this.#host)) {
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
