import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type { Limits } from './defaults.ts';
import { reasonOf } from './errors.ts';

/** The port: opens it, keeps an eye on slow and broken clients, and closes it without cutting anybody off. */
export class HttpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #limits: Limits;

  constructor(limits: Limits, listener: RequestListener) {
    this.#limits = limits;
    this.#server = createServer(
      {
        // Node refuses to start where the part may take longer than the whole.
        headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout),
        requestTimeout: limits.requestTimeout,
        keepAliveTimeout: limits.keepAliveTimeout,
        connectionsCheckingInterval: checkingInterval(limits),
        // We check it ourselves, because Node's answer has no body.
        requireHostHeader: false,
        // Node would take the first of two Authorization or Host headers, and a proxy before us perhaps the last.
        joinDuplicateHeaders: true,
      },
      listener,
    );
    this.#server.on('clientError', refuseClient);
    this.#server.on('connect', (_, socket) => refuseTunnel(socket as HttpSocket));
    this.#server.on('checkContinue', (incoming, outgoing) => {
      // A client that asks first is not told to send what will be refused anyway.
      if (!(Number(incoming.headers['content-length']) > limits.body)) outgoing.writeContinue();
      listener(incoming, outgoing);
    });
    // Other expectations may be ignored, says HTTP; Node's own answer has no body.
    this.#server.on('checkExpectation', listener);
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Resolves to the port: another than the one asked for where that was 0. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', (error: NodeJS.ErrnoException) => reject(explainListen(error, port, host)));
      this.#server.listen(port, host, () => {
        this.#server.removeAllListeners('error');
        // From here on an error is a connection that could not be accepted: no reason to end all the others.
        this.#server.on('error', (error) => process.emitWarning(error));
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /** Stops accepting, lets what runs finish, and after the grace period ends what is left. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    // Not the HTTP server's own `close`: it cuts off every client that is still reading a large answer.
    const closed = new Promise((resolve) => NetServer.prototype.close.call(this.#server, resolve));
    const deadline = setTimeout(() => this.#closeAll(), this.#limits.grace);
    // A request may be on its way on a connection that looks idle. Closing it now would be a failure that nobody explains.
    await settledWithin(closed, this.#limits.drain);
    this.#closeIdle();
    // Again and again, for the answers whose head had promised to keep the connection before we knew of the end.
    const sweep = setInterval(() => this.#closeIdle(), 50);
    await closed;
    clearInterval(sweep);
    clearTimeout(deadline);
    // Nobody is left to cut off; this ends the timer that looks for slow clients.
    this.#server.close();
  }

  #closeIdle(): void {
    const sockets = [...this.#sockets];
    // Node counts a connection that never sent a byte as busy. Browsers open such ones on suspicion.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    // And one whose answer was handed over, but is still on its way to a slow reader, as idle.
    if (sockets.every((socket) => socket.writableLength === 0)) this.#server.closeIdleConnections();
  }

  #closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

async function settledWithin(work: Promise<unknown>, milliseconds: number): Promise<void> {
  if (milliseconds === 0) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Node looks for slow clients now and then only: with its half a minute, every limit would be that much longer. */
function checkingInterval({ headersTimeout, requestTimeout }: Limits): number {
  return Math.ceil(Math.min(1_000, Math.max(50, Math.min(headersTimeout, requestTimeout) / 4)));
}

/** Node keeps the answer that a connection is busy with here. It is the only way to know that there is one. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse | null };

const clientErrors: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Broken bytes are reported once for every piece that arrives. The first time is enough. */
const refused = new WeakSet<Socket>();

/** What could not be read as a request never reaches a handler; it still gets an answer in our error shape. */
function refuseClient(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  answerBroken(socket, clientErrors[error.code ?? ''] ?? 400);
}

function answerBroken(socket: HttpSocket, status: number): void {
  const pending = socket._httpMessage;
  if (!pending) {
    refuse(socket, status);
  } else if (pending.req.complete) {
    // Behind a whole request: the answers to that one and to others before us go first, or the client would mix them up.
    pending.once('finish', () => answerBroken(socket, status));
  } else if (pending.headersSent) {
    // In the body of a request whose answer is out, or on its way: a second one would be nonsense to the client.
    socket.destroySoon();
  } else {
    const body = errorBody(status);
    pending.writeHead(status, { 'content-type': jsonType, 'content-length': body.length, connection: 'close' });
    // An answer to HEAD writes no body, and would keep its head back until the end.
    pending.flushHeaders();
    pending.write(body);
    linger(socket);
  }
}

/** Node looks no longer after a connection that asked for a tunnel: nobody hears its errors, no answer is finished. */
function refuseTunnel(socket: HttpSocket): void {
  socket.on('error', () => {});
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

/** Closing while bytes arrive would reset the connection, and our answer with it: for a moment they are thrown away. */
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

const jsonType = 'application/json; charset=utf-8';

/** Plain ASCII, so its length is its size. */
function errorBody(status: number): string {
  return JSON.stringify({ error: reasonOf(status) });
}

function explainListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that one, or choose another port with PORT.`,
    EACCES: `Port ${port} needs rights that this program does not have. Choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `The address ${host} is not one of this machine. Correct HOST.`,
    ENOTFOUND: `The host ${host} is unknown. Correct HOST.`,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return Object.assign(new Error(reason, { cause: error }), { code: error.code });
}
