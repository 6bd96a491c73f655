import { createServer, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { explainListen } from '../hints/port.ts';
import type { Limits } from './defaults.ts';
import { ignore } from './settle.ts';

/** The port: opens it, gives slow clients a limited time, and lets running requests finish before it closes. */
export class HttpServer {
  /** Node's own server. `protect` adds the listeners for requests. */
  readonly server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.server = createServer({
      // Node refuses to start if the headers may take longer than the whole request.
      headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout),
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: checkingInterval(limits),
      // `protect` checks the Host header instead, because Node's own response has no body.
      requireHostHeader: false,
      // Node would use the first of two Authorization headers, a proxy in front of us perhaps the last. Joined, they match neither.
      joinDuplicateHeaders: true,
    });
    this.server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves to the port, which Node chooses if the given one is 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, port, host)));
      this.server.listen(port, host, () => {
        this.server.removeAllListeners('error');
        // From now on, an error means one connection that couldn't be accepted. The others go on.
        this.server.on('error', (error) => process.emitWarning(error));
        resolve((this.server.address() as AddressInfo).port);
      });
    });
  }

  /** Stops accepting connections, lets running requests finish, and closes the rest after the grace period. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    // Not the HTTP server's own `close`, which cuts off every client that is still reading a large response.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.server, resolve));
    const deadline = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, this.#limits.grace);
    // A connection that looks idle may be about to bring a request, and closing it would fail that request.
    await settledWithin(closed, this.#limits.drain);
    // Repeatedly, because responses written before the shutdown promised to keep their connection open. As an immediate,
    // because timers run before the sockets are read, and a request that has arrived must not be taken for idleness.
    const sweep = setInterval(() => setImmediate(() => this.#closeIdle()), 50);
    await closed;
    // Node counts a connection as closed before its `close` event, in which `onResponse` may report the last response.
    for (const socket of this.#sockets) await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sweep);
    clearTimeout(deadline);
    // No connection is left; this ends the timer that looks for slow clients.
    this.server.close();
  }

  #closeIdle(): void {
    const sockets = [...this.#sockets];
    // Node counts a connection that never sent a byte as busy. Browsers open those in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // And it counts a connection whose response is still on its way to a slow reader as idle.
    if (sockets.every((socket) => socket.writableLength === 0)) this.server.closeIdleConnections();
  }
}

async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  const timer = new AbortController();
  await Promise.race([work, delay(milliseconds, undefined, { signal: timer.signal }).catch(ignore)]);
  timer.abort();
}

/** Node only looks for slow clients now and then. With its default of 30 seconds, every limit would be that much longer. */
function checkingInterval({ headersTimeout, requestTimeout }: Limits): number {
  return Math.ceil(Math.min(1_000, Math.max(50, Math.min(headersTimeout, requestTimeout) / 4)));
}
