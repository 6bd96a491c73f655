import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';

/** What the server tolerates, in bytes and milliseconds. */
export interface Limits {
  /** The largest body that is read; a larger one gets 413. */
  readonly body: number;
  /** How long a whole request may take to arrive; a slower one gets 408. */
  readonly requestTimeout: number;
  /** How long running requests may take to finish when the server stops. */
  readonly grace: number;
}

export const defaultLimits: Limits = { body: 1024 * 1024, requestTimeout: 30_000, grace: 10_000 };

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** The port: opens it, gives slow clients a limited time, and lets running requests finish before it closes. */
export class HttpServer {
  readonly #server: Server;
  readonly #limits: Limits;

  constructor(limits: Limits, listener: Listener) {
    this.#limits = limits;
    const { requestTimeout } = limits;
    const options = {
      requestTimeout,
      // Node refuses to start if the headers may take longer than the whole request.
      headersTimeout: Math.min(10_000, requestTimeout),
      // Node only looks for slow clients now and then. With its default of 30 seconds, the limit would be that much longer.
      connectionsCheckingInterval: Math.min(1_000, Math.ceil(requestTimeout / 4)),
      // Node would use the first of two Authorization headers, a proxy in front of us perhaps the last.
      joinDuplicateHeaders: true,
    };
    this.#server = createServer(options, listener).on('clientError', refuse);
  }

  /** Resolves to the port, which the system chooses if the given one is 0. */
  async listen(port: number, host: string): Promise<number> {
    await once(this.#server.listen(port, host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops accepting connections, lets running requests finish, and closes the rest after the grace period. */
  stop(): Promise<void> {
    // Node closes idle connections at once. One whose response is still to come would be kept for five more seconds.
    this.#server.keepAliveTimeout = 1;
    return new Promise((resolve) => {
      const deadline = setTimeout(() => this.#server.closeAllConnections(), this.#limits.grace);
      this.#server.close(() => {
        clearTimeout(deadline);
        resolve();
      });
    });
  }
}

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For a request that Node's parser refuses there is neither a request nor a response, only the connection. */
function refuse(error: NodeJS.ErrnoException, connection: object): void {
  if (!(connection instanceof Socket) || !connection.writable || error.code === 'ECONNRESET') return;
  const reason = reasons[error.code ?? ''] ?? '400 Bad Request';
  const body = JSON.stringify({ error: reason.slice(4) });
  const head = `HTTP/1.1 ${reason}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}`;
  connection.end(`${head}\r\nconnection: close\r\n\r\n${body}`);
  // That closes one half. A client that never closes the other would keep the connection forever.
  setTimeout(() => connection.destroy(), 1_000).unref();
}
