import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Clock, watch } from './clock.ts';

export interface Limits {
  readonly body: number;
  readonly requestTimeout: number;
  readonly grace: number;
}

export const defaultLimits: Limits = { body: 1024 * 1024, requestTimeout: 30_000, grace: 10_000 };

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export class HttpServer {
  readonly #server: Server;
  readonly #limits: Limits;
  /** By connection. */
  readonly #clocks = new WeakMap<object, Clock>();

  constructor(limits: Limits, listener: Listener) {
    this.#limits = limits;
    // The clocks see to it.
    this.#server = createServer({ requestTimeout: 0, headersTimeout: 0 })
      .on('connection', (connection) => this.#watch(connection))
      .on('request', (incoming, outgoing) => {
        this.#clocks.get(incoming.socket)?.headersAreHere(incoming);
        listener(incoming, outgoing);
      })
      .on('clientError', ({ code }: NodeJS.ErrnoException, connection) => {
        const isLarge = code === 'HPE_HEADER_OVERFLOW';
        refuse(connection, isLarge ? '431 Request Header Fields Too Large' : '400 Bad Request');
      });
  }

  async listen(port: number, host: string): Promise<number> {
    await once(this.#server.listen(port, host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): Promise<void> {
    this.#server.keepAliveTimeout = 1;
    const deadline = setTimeout(() => this.#server.closeAllConnections(), this.#limits.grace);
    return new Promise((resolve) => {
      this.#server.close(() => {
        clearTimeout(deadline);
        resolve();
      });
    });
  }

  #watch(connection: Socket): void {
    const { requestTimeout } = this.#limits;
    const times = { headers: Math.min(10_000, requestTimeout), request: requestTimeout };
    this.#clocks.set(
      connection,
      watch(connection, times, () => refuse(connection, '408 Request Timeout')),
    );
  }
}

function refuse(connection: Duplex, reason: string): void {
  if (!connection.writable) return;
  const body = JSON.stringify({ error: reason.slice(4) });
  const headers = new Map([
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', `${body.length}`],
    ['connection', 'close'],
  ]);
  const head = [`HTTP/1.1 ${reason}`, ...[...headers].map(([name, value]) => `${name}: ${value}`)];
  connection.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => connection.destroy(), 1_000).unref();
}
