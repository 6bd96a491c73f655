import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Limits } from './defaults.ts';
import { LoadMeter } from './load.ts';
import { type HttpSocket, refuseClient, refuseTunnel, respondWithError } from './refusal.ts';
import { ignore } from './settle.ts';

/** The port: opens it, deals with slow and broken clients, and closes it without cutting anyone off. */
export class HttpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #limits: Limits;
  readonly #load: LoadMeter;

  constructor(limits: Limits, listener: RequestListener) {
    this.#limits = limits;
    this.#load = new LoadMeter(limits.eventLoopDelay);
    this.#server = createServer({
      // Node refuses to start if the headers may take longer than the whole request.
      headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout),
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: checkingInterval(limits),
      // Checked below, because Node's own response has no body.
      requireHostHeader: false,
      // Node would use the first of two Authorization or Host headers, while a proxy in front of us may use the last.
      joinDuplicateHeaders: true,
    });
    // Node keeps the first 2,000 headers and silently drops the rest, among them those that a proxy appends. Their size
    // is limited anyway.
    this.#server.maxHeadersCount = 0;
    this.#server.maxConnections = limits.connections;
    const accept = inTurn((incoming, outgoing) => {
      if (!hasOneHost(incoming)) respondWithError(outgoing, 400).end();
      else if (this.#load.isTooHigh) respondWithError(outgoing.setHeader('retry-after', 1), 503).end();
      else listener(incoming, outgoing);
    });
    // Nothing was sent or received for a while: an idle connection, or a client that has stopped reading its response. A
    // handler that is still working, or an open stream without news, is left alone.
    this.#server.setTimeout(limits.sendTimeout, (socket: HttpSocket) => {
      if (!socket._httpMessage || socket.writableLength > 0) socket.destroy();
    });
    this.#server.on('request', accept);
    this.#server.on('clientError', refuseClient);
    this.#server.on('connect', (_, socket) => refuseTunnel(socket as HttpSocket));
    this.#server.on('checkContinue', (incoming, outgoing) => {
      // A client that asks first isn't told to send a body that will be refused anyway.
      if (!(Number(incoming.headers['content-length']) > limits.body)) outgoing.writeContinue();
      accept(incoming, outgoing);
    });
    // HTTP allows us to ignore other expectations, and Node's own response has no body.
    this.#server.on('checkExpectation', accept);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves to the port, which Node chooses if the given one is 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, port, host)));
      this.#server.listen(port, host, () => {
        this.#server.removeAllListeners('error');
        // From now on, an error means one connection that couldn't be accepted. The others go on.
        this.#server.on('error', (error) => process.emitWarning(error));
        this.#load.start();
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Stops accepting connections, lets running requests finish, and closes the rest after the grace period. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    // Not the HTTP server's own `close`, which cuts off every client that is still reading a large response.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.#server, resolve));
    const deadline = setTimeout(() => this.#closeAll(), this.#limits.grace);
    // A connection that looks idle may be about to bring a request, and closing it would fail that request.
    await settledWithin(closed, this.#limits.drain);
    this.#closeIdle();
    // Repeatedly, because responses written before the shutdown promised to keep their connection open.
    const sweep = setInterval(() => this.#closeIdle(), 50);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
    // No connection is left; this ends the timer that looks for slow clients.
    this.#server.close();
    this.#load.stop();
  }

  #closeIdle(): void {
    const sockets = [...this.#sockets];
    // Node counts a connection that never sent a byte as busy. Browsers open those in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // And it counts a connection whose response is still on its way to a slow reader as idle.
    if (sockets.every((socket) => socket.writableLength === 0)) this.#server.closeIdleConnections();
  }

  #closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
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

/** More requests than fit into one read of the socket. A client that sends so many without reading gets no further. */
const mostPipelined = 10_000;

/**
 * Handles the requests of one connection one after the other. A client may send many without waiting (pipelining), and Node
 * would start them all: 60 kB of requests for a large response could then fill the memory.
 */
function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const socket: HttpSocket = incoming.socket;
    socket.lastRequest = incoming;
    // Node gives the socket to one response at a time. If it is ours, it's our turn.
    if (outgoing.socket !== null) return void listener(incoming, outgoing);
    const queue = waiting.get(socket) ?? [];
    if (queue.push(() => listener(incoming, outgoing)) > mostPipelined) return void socket.destroy();
    socket.pause();
    if (queue.length > 1) return;
    waiting.set(socket, queue);
    const next = (): void => {
      // The next response has the socket now, unless the last one closed the connection.
      const response = socket.destroyed ? undefined : socket._httpMessage;
      const start = response ? queue.shift() : undefined;
      response?.once('close', next);
      if (start !== undefined) return void start();
      waiting.delete(socket);
      socket.resume();
    };
    socket._httpMessage?.once('close', next);
  };
}

/** HTTP/1.1 requires the header. Two of them arrive joined by a comma and a space, which no host name contains. */
function hasOneHost({ headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  return host === undefined ? httpVersionMinor !== 1 : !host.includes(' ');
}

function explainListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`,
    EACCES: `Port ${port} needs privileges that this program doesn't have. Choose a port above 1023 with PORT.`,
    EADDRNOTAVAIL: `${host} isn't an address of this machine. Correct HOST.`,
    ENOTFOUND: `The host ${host} is unknown. Correct HOST.`,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return Object.assign(new Error(reason, { cause: error }), { code: error.code });
}
