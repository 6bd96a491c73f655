import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Limits } from './defaults.ts';
import { ignore } from './settle.ts';
import { errorShape, jsonType, reasonOf } from './status.ts';

/** The port: opens it, deals with slow and broken clients, and closes it without cutting anyone off. */
export class HttpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #limits: Limits;

  constructor(limits: Limits, listener: RequestListener) {
    this.#limits = limits;
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
    const accept: RequestListener = (incoming, outgoing) => {
      if (hasOneHost(incoming)) listener(incoming, outgoing);
      else respondWithError(outgoing, 400).end();
    };
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

/** HTTP/1.1 requires the header. Two of them arrive joined by a comma and a space, which no host name contains. */
function hasOneHost({ headers: { host }, httpVersionMinor }: IncomingMessage): boolean {
  return host === undefined ? httpVersionMinor !== 1 : !host.includes(' ');
}

/** The property in which Node keeps a connection's current response. There is no public way to ask for it. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

const clientErrors: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node reports malformed bytes once for every chunk that arrives. The first report is enough. */
const refused = new WeakSet<Socket>();

/** Bytes that aren't a valid request never reach a handler, but still get a response in our error shape. */
function refuseClient(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  respondToBroken(socket, clientErrors[error.code ?? ''] ?? 400);
}

function respondToBroken(socket: HttpSocket, status: number): void {
  const pending = socket._httpMessage;
  if (!pending) {
    refuse(socket, status);
  } else if (pending.req.complete) {
    // The bytes follow a complete request. Its response goes first, or the client would take ours for it.
    pending.once('finish', () => respondToBroken(socket, status));
  } else if (pending.headersSent) {
    // The bytes are the body of a request that already has a response: a second one would confuse the client.
    socket.destroySoon();
  } else {
    respondWithError(pending, status);
    linger(socket);
  }
}

/** Closes the connection: what follows on it can't be trusted. */
function respondWithError(outgoing: ServerResponse, status: number): ServerResponse {
  const body = errorBody(status);
  outgoing.writeHead(status, { 'content-type': jsonType, 'content-length': body.length, connection: 'close' });
  // A response to HEAD writes no body and would keep its headers back until the end.
  outgoing.flushHeaders();
  outgoing.write(body);
  return outgoing;
}

/** Node no longer manages a connection that asked for a tunnel: it handles no errors and finishes no response on it. */
function refuseTunnel(socket: HttpSocket): void {
  socket.on('error', ignore);
  if (socket._httpMessage) socket.destroy();
  else refuse(socket, 400);
}

function refuse(socket: Socket, status: number): void {
  if (!socket.writable) return;
  const body = errorBody(status);
  socket.end(
    `HTTP/1.1 ${status} ${reasonOf(status)}\r\nContent-Type: ${jsonType}\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  linger(socket);
}

/** Closing while bytes arrive would reset the connection and lose our response, so they are discarded for a moment. */
function linger(socket: Socket): void {
  if (socket.readableEnded) {
    socket.end();
    return;
  }
  const deadline = setTimeout(() => socket.destroy(), 1_000);
  socket.once('close', () => clearTimeout(deadline));
  socket.once('end', () => socket.end());
  socket.resume();
}

/** Plain ASCII, so its length is its size in bytes. */
function errorBody(status: number): string {
  return JSON.stringify(errorShape(reasonOf(status)));
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
