import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { timerOf } from '../hints/limits.ts';
import { isSecure } from '../hints/port.ts';
import type { Limits } from '../http/defaults.ts';
import { ignore } from '../http/settle.ts';
import { isHttp2 } from '../http2/adapt.ts';
import { manageSessions } from '../http2/sessions.ts';
import type { Log } from '../services/log/log.ts';
import { cutConnection } from '../streams/cut.ts';
import { onConnection } from './connections.ts';

/** The default of Node for the connections that the system queues for a port. */
const longestQueue = 511;

/** How often a stopping server looks for connections that it can close. */
const sweepInterval = 50;

/** Closes a server so that no request is lost that could still have its response. */
export class GracefulStop {
  readonly #server: Server;
  readonly #limits: Limits;
  readonly #idle: () => Promise<void>;
  readonly #log: Log;
  readonly #sockets = new Set<Socket>();
  #accepted = 0;
  #closeSessions = ignore;

  /** `idle` resolves when no handler is running any more. */
  constructor(server: Server, limits: Limits, idle: () => Promise<void>, log: Log) {
    this.#server = server;
    this.#limits = limits;
    this.#idle = idle;
    this.#log = log;
    // Over TLS, a connection is counted twice: one that is still in its handshake has to be closed as well.
    server.on('connection', (socket) => {
      this.#accepted++;
      this.#add(socket);
    });
    if (isSecure(server)) onConnection(server, (socket) => this.#add(socket));
    if (isHttp2(server)) this.#closeSessions = manageSessions(server, limits.keepAliveTimeout);
  }

  /**
   * Stops accepting connections, lets running requests finish, and cuts the rest after the grace period. Then handlers that
   * are still running, because their client has gone, may clean up.
   */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const { grace, drain } = this.#limits;
    const start = performance.now();
    await this.#acceptWaiting();
    const deadline = setTimeout(() => {
      // Over TLS, the one with the response was added after the one below it, which has to be open for a reset.
      for (const socket of [...this.#sockets].reverse()) cutConnection(socket);
    }, timerOf(grace));
    const closed = this.#closePort(start + drain);
    this.#closeSessions();
    // A connection that looks idle may be about to bring a request, and closing it would fail that request.
    if (drain > 0) await isSettledWithin(closed, drain);
    // Repeatedly, because responses written before the shutdown promised to keep their connection open. As an immediate,
    // because timers run before the sockets are read, and a request that has arrived must not be taken for idleness.
    const sweep = setInterval(() => setImmediate(() => this.#closeIdle()), sweepInterval);
    await closed;
    // Node counts a connection as closed before its `close` event, in which `onResponse` may report the last response.
    for (const socket of this.#sockets) await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(sweep);
    clearTimeout(deadline);
    // No connection is left; this ends the timer that looks for slow clients.
    this.#server.close();
    await waitForHandlers(this.#idle(), this.#limits, start, this.#log);
  }

  #add(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /**
   * The system queues connections until Node accepts them, which it does once in each turn of the event loop, and closing the
   * port would reset those in the queue. So it stays open until some turns bring none: not just one, because the rest of the
   * current turn counts as the first. If they never end, it closes after a second, but not before everything that was in the
   * queue at the beginning has been accepted.
   */
  async #acceptWaiting(): Promise<void> {
    const end = performance.now() + 1_000;
    const enough = this.#accepted + longestQueue;
    for (let quiet = 0; quiet < 3 && (performance.now() < end || this.#accepted < enough); quiet++) {
      const before = this.#accepted;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#accepted > before) quiet = 0;
    }
  }

  /** Resolves when no connection is left. */
  async #closePort(drained: number): Promise<unknown> {
    const server = this.#server;
    // Not the HTTP server's own `close`, which cuts off every client that is still reading a large response.
    if ((server as object) instanceof NetServer)
      return new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
    // Bun's server has no other, so its port stays open until nobody is cut off.
    const isNeeded = () =>
      [...this.#sockets].some(isSending) || (this.#sockets.size > 0 && performance.now() < drained);
    while (isNeeded()) await delay(sweepInterval);
    return new Promise((resolve) => server.close(resolve));
  }

  #closeIdle(): void {
    const sockets = [...this.#sockets];
    // Node counts a connection that never sent a byte as busy. Browsers open those in advance.
    for (const socket of sockets) if (isUnused(socket)) socket.destroy();
    // And it counts a connection whose response is still on its way to a slow reader as idle.
    if (!sockets.some(isSending)) this.#server.closeIdleConnections?.();
  }
}

/** Where Node keeps the response that a connection is waiting for. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** Bun doesn't count what a connection has read, but knows whether it has a request. */
function isUnused(socket: HttpSocket): boolean {
  return socket.bytesRead === 0 && !socket._httpMessage && !isManaged(socket);
}

/** Whether a client hasn't read all of its response yet. Bun doesn't count what a connection has still to write. */
function isSending({ writableLength, _httpMessage: response }: HttpSocket): boolean {
  return writableLength > 0 || (response?.writableEnded === true && !response.writableFinished);
}

/** Connections of HTTP/2 close themselves when their last request has ended. Node hides what they have read. */
function isManaged(socket: Socket): boolean {
  return (socket as TLSSocket).alpnProtocol === 'h2';
}

/** Services outlive the handlers that use them, but not for longer than the limits allow, counted from `start`. */
export async function waitForHandlers(idle: Promise<void>, limits: Limits, start: number, log: Log): Promise<void> {
  const isIdle = await isSettledWithin(idle, limits.grace + limits.cleanup - (performance.now() - start));
  if (!isIdle) log.warn('Handlers were still running after the grace period. Their services are stopped now.');
}

async function isSettledWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(timerOf(Math.max(0, milliseconds)), false, { signal: timer.signal }).catch(() => false);
  const isSettled = await Promise.race([work.then(() => true), late]);
  timer.abort();
  return isSettled;
}
