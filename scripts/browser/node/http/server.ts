import { Server as NetServer } from '../net/server.ts';
import type { Socket } from '../net/socket.ts';
import { clearInterval, setInterval, type Timeout } from '../timers.ts';
import { ServerConnection, type ServerOptions } from './connection.ts';
import { IncomingMessage } from './incoming.ts';
import { ServerResponse } from './response.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export class Server extends NetServer {
  timeout = 0;
  headersTimeout: number;
  requestTimeout: number;
  keepAliveTimeout: number;
  maxHeadersCount: number | null = null;
  maxRequestsPerSocket = 0;
  readonly options: ServerOptions;
  readonly #connections = new Set<ServerConnection>();
  #checking: Timeout | undefined;

  constructor(options?: ServerOptions | Listener, listener?: Listener) {
    super({ allowHalfOpen: true });
    this.options = typeof options === 'object' && options !== null ? options : {};
    const { requestTimeout = 300_000, keepAliveTimeout = 5_000 } = this.options;
    this.requestTimeout = requestTimeout;
    this.headersTimeout = this.options.headersTimeout ?? Math.min(60_000, requestTimeout || 60_000);
    this.keepAliveTimeout = keepAliveTimeout;
    const onRequest = typeof options === 'function' ? options : listener;
    if (onRequest) this.on('request', onRequest);
    this.on('connection', (socket: Socket) => this.#connected(socket));
    this.on('listening', () => this.#check());
  }

  setTimeout(ms: number, listener?: () => void): this {
    this.timeout = ms;
    if (listener) this.on('timeout', listener);
    return this;
  }

  override close(done?: (error?: Error) => void): this {
    clearInterval(this.#checking);
    super.close(done);
    this.closeIdleConnections();
    return this;
  }

  closeAllConnections(): void {
    for (const { socket } of this.#connections) socket.destroy();
  }

  closeIdleConnections(): void {
    for (const connection of this.#connections) if (connection.isIdle) connection.socket.destroy();
  }

  #connected(socket: Socket): void {
    const connection = new ServerConnection(this, socket);
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
  }

  /** Looks for slow clients now and then. */
  #check(): void {
    const { connectionsCheckingInterval = 30_000 } = this.options;
    clearInterval(this.#checking);
    this.#checking = setInterval(() => {
      for (const connection of this.#connections) connection.checkTime();
    }, connectionsCheckingInterval).unref();
  }
}

export function createServer(options?: ServerOptions | Listener, listener?: Listener): Server {
  return new Server(options, listener);
}

export { IncomingMessage, ServerResponse };
