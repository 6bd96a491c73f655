import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface Limits {
  readonly body: number;
  readonly requestTimeout: number;
  readonly grace: number;
}

export const defaultLimits: Limits = { body: 1024 * 1024, requestTimeout: 30_000, grace: 10_000 };

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export class HttpServer {
  readonly #server: Server;
  readonly #grace: number;

  constructor({ requestTimeout, grace }: Limits, listener: Listener) {
    this.#grace = grace;
    const options = {
      requestTimeout,
      headersTimeout: Math.min(requestTimeout, 10_000),
      connectionsCheckingInterval: 200,
      joinDuplicateHeaders: true,
    };
    this.#server = createServer(options, listener);
    this.#server.on('clientError', ({ code }: NodeJS.ErrnoException, connection) => {
      if (code === 'HPE_HEADER_OVERFLOW') refuse(connection, 431, 'Request Header Fields Too Large');
      else if (code === 'ERR_HTTP_REQUEST_TIMEOUT') refuse(connection, 408, 'Request Timeout');
      else refuse(connection, 400, 'Bad Request');
    });
  }

  async listen(port: number, host: string): Promise<number> {
    await once(this.#server.listen(port, host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.#server.keepAliveTimeout = 1;
    const deadline = setTimeout(() => this.#server.closeAllConnections(), this.#grace);
    await new Promise((resolve) => this.#server.close(resolve));
    clearTimeout(deadline);
  }
}

/** There is neither a request nor a response, so the bytes are written by hand. */
function refuse(connection: Duplex, status: number, reason: string): void {
  if (!connection.writable) return;
  const body = JSON.stringify({ error: reason });
  const lines = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    '',
    body,
  ];
  connection.end(lines.join('\r\n'));
  setTimeout(() => connection.destroy(), 1_000).unref();
}
