import { STATUS_CODES } from 'node-at-build';
import type { Socket } from '../net/socket.ts';
import { nextTick } from '../process.ts';
import { nodeError } from './head.ts';
import { IncomingMessage } from './incoming.ts';
import { type Head, HttpParser } from './parser.ts';
import { ServerResponse } from './response.ts';

export interface ServerOptions {
  headersTimeout?: number;
  requestTimeout?: number;
  keepAliveTimeout?: number;
  connectionsCheckingInterval?: number;
  requireHostHeader?: boolean;
  joinDuplicateHeaders?: boolean;
  insecureHTTPParser?: boolean;
  maxHeaderSize?: number;
  IncomingMessage?: typeof IncomingMessage;
  ServerResponse?: typeof ServerResponse;
}

/** What a connection needs of its server. */
export interface ConnectionServer {
  readonly timeout: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly options: ServerOptions;
  emit(event: string, ...values: unknown[]): boolean;
  listenerCount(event: string): number;
}

/** One connection of a server: its requests one after another, and their responses in the same order. */
export class ServerConnection {
  readonly socket: Socket;
  readonly #server: ConnectionServer;
  readonly #parser: HttpParser;
  /** Requests that have begun, and whose response is not over. */
  readonly #incoming: IncomingMessage[] = [];
  /** The first one has the socket. */
  readonly #outgoing: ServerResponse[] = [];
  #current: IncomingMessage | undefined;
  /** When the message that is being read has begun; undefined between two messages. */
  #began: number | undefined = performance.now();
  #areHeadersRead = false;
  #isUpgraded = false;
  #hasServed = false;

  constructor(server: ConnectionServer, socket: Socket) {
    this.#server = server;
    this.socket = socket;
    this.#parser = new HttpParser('request', {
      began: () => {
        this.#began = performance.now();
        this.#areHeadersRead = false;
        if (this.#hasServed) socket.setTimeout(server.timeout);
      },
      kindOf: (head) => this.#kindOf(head),
      head: (head) => this.#begin(head),
      body: (chunk) => {
        if (this.#current && !this.#current.isDiscarded && !this.#current.push(chunk)) socket.pause();
      },
      complete: (trailers) => this.#complete(trailers),
      upgraded: (rest) => this.#upgrade(rest),
    });
    socket.setTimeout(server.timeout);
    socket.on('data', (chunk: Uint8Array) => this.#read(chunk));
    socket.on('end', () => this.#ended());
    socket.on('error', (error: Error) => this.#failed(error));
    socket.on('close', () => this.#closed());
    socket.on('drain', () => this.#outgoing[0]?.drained());
    socket.on('timeout', () => this.#timedOut());
  }

  /** No request has begun since the last response. */
  get isIdle(): boolean {
    return this.#hasServed && this.#outgoing.length === 0 && this.#began === undefined;
  }

  checkTime(): void {
    if (this.#began === undefined || this.#isUpgraded) return;
    const { headersTimeout, requestTimeout } = this.#server;
    const waited = performance.now() - this.#began;
    const isLate =
      (headersTimeout > 0 && !this.#areHeadersRead && waited > headersTimeout) ||
      (requestTimeout > 0 && waited > requestTimeout);
    if (!isLate) return;
    this.#began = undefined;
    this.#failed(nodeError('ERR_HTTP_REQUEST_TIMEOUT', 'Request timeout'));
  }

  #read(chunk: Uint8Array): void {
    if (this.#isUpgraded) return;
    const error = this.#parser.execute(chunk);
    if (error) this.#failed(error);
  }

  #kindOf({ method, upgrade }: Head): 0 | 1 | 2 {
    const isWanted = method === 'CONNECT' || (upgrade && this.#server.listenerCount('upgrade') > 0);
    return isWanted ? 2 : 0;
  }

  #begin(head: Head): void {
    const { options, keepAliveTimeout } = this.#server;
    const request = new (options.IncomingMessage ?? IncomingMessage)(this.socket);
    request.method = head.method;
    request.url = head.url;
    request.rawHeaders = head.rawHeaders;
    request.httpVersionMajor = head.major;
    request.httpVersionMinor = head.minor;
    request.httpVersion = `${head.major}.${head.minor}`;
    request.joinDuplicateHeaders = options.joinDuplicateHeaders ?? false;
    this.#areHeadersRead = true;
    this.#current = request;
    request.upgrade = this.#kindOf(head) === 2;
    if (request.upgrade) return;
    const response = new (options.ServerResponse ?? ServerResponse)(request, keepAliveTimeout);
    if (!head.shouldKeepAlive) response.shouldKeepAlive = false;
    this.#incoming.push(request);
    this.#outgoing.push(response);
    response.once('finish', () => this.#responded(response));
    if (this.#outgoing.length === 1) response.assignSocket(this.socket);
    this.#dispatch(request, response);
  }

  #dispatch(request: IncomingMessage, response: ServerResponse): void {
    const server = this.#server;
    const { expect, host } = request.headers;
    if ((server.options.requireHostHeader ?? true) && host === undefined && request.httpVersion === '1.1') {
      response.writeHead(400, ['Connection', 'close']);
      response.end();
      return;
    }
    if (expect === undefined || request.httpVersion !== '1.1') server.emit('request', request, response);
    else if (/(?:^|\W)100-continue(?:$|\W)/i.test(String(expect))) {
      response.expectsContinue = true;
      if (server.emit('checkContinue', request, response)) return;
      response.writeContinue();
      server.emit('request', request, response);
    } else if (!server.emit('checkExpectation', request, response)) {
      response.writeHead(417);
      response.end();
    }
  }

  #complete(trailers: string[]): void {
    const request = this.#current;
    this.#began = undefined;
    if (request === undefined || request.upgrade) return;
    request.complete = true;
    request.rawTrailers = trailers;
    if (!request.isDiscarded || !request.readableEnded) request.push(null);
    this.#current = undefined;
  }

  #responded(response: ServerResponse): void {
    const request = response.req;
    this.#incoming.splice(this.#incoming.indexOf(request), 1);
    this.#outgoing.splice(this.#outgoing.indexOf(response), 1);
    this.#hasServed = true;
    // A body that nobody has read would be taken for the next request.
    if (!request.isConsumed) request.discard();
    response.detachSocket();
    nextTick(() => response.closed());
    if (response.isLast) {
      this.socket.destroySoon();
      return;
    }
    const next = this.#outgoing[0];
    if (next !== undefined) next.assignSocket(this.socket);
    else if (this.#server.keepAliveTimeout > 0 && this.#began === undefined) {
      this.socket.setTimeout(this.#server.keepAliveTimeout);
    }
    if (this.socket.isPaused()) this.socket.resume();
  }

  #upgrade(rest: Uint8Array): void {
    const request = this.#current!;
    this.#isUpgraded = true;
    this.#began = undefined;
    this.socket.removeAllListeners();
    const name = request.method === 'CONNECT' ? 'connect' : 'upgrade';
    if (!this.#server.emit(name, request, this.socket, Buffer.from(rest))) this.socket.destroy();
  }

  #ended(): void {
    const error = this.#parser.finish();
    if (error) this.#failed(error);
    else this.socket.end();
  }

  #timedOut(): void {
    const request = this.#incoming[0];
    const response = this.#outgoing[0];
    const isHeard = [
      request && !request.complete && request.emit('timeout', this.socket),
      response?.emit('timeout', this.socket),
      this.#server.emit('timeout', this.socket),
    ].some(Boolean);
    if (!isHeard) this.socket.destroy();
  }

  /** A malformed or late request. The program may respond to it; by default the connection is closed with a status. */
  #failed(error: Error): void {
    if (this.#server.emit('clientError', error, this.socket)) return;
    const response = this.#outgoing[0];
    if (this.socket.writable && (response === undefined || !response.headersSent)) {
      const codes: Record<string, number> = {
        HPE_HEADER_OVERFLOW: 431,
        HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
        ERR_HTTP_REQUEST_TIMEOUT: 408,
      };
      const code = codes[(error as { code?: string }).code ?? ''] ?? 400;
      this.socket.write(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\nConnection: close\r\n\r\n`, 'latin1');
    }
    this.socket.destroy(error);
  }

  #closed(): void {
    this.#parser.free();
    for (const request of this.#incoming.splice(0)) {
      const gone = nodeError('ECONNRESET', 'aborted');
      if (!request.destroyed && !request.complete) request.destroy(gone);
      else if (!request.destroyed && !request.readableEnded) request.destroy(gone);
    }
    for (const response of this.#outgoing.splice(0)) response.closed();
  }
}
