import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Limits } from '../http/defaults.ts';
import { ignore } from '../http/settle.ts';
import { adapt, isHttp2 } from '../http2/adapt.ts';
import { dropUnencrypted, type HttpSocket, refuseClient, refuseTunnel, respondWithError } from './broken-clients.ts';
import { onConnection } from './connections.ts';
import { inTurn } from './in-turn.ts';
import { LoadMeter } from './load-meter.ts';
import { refusalOf } from './refusals.ts';
import { dropSlowReaders } from './slow-readers.ts';

/** Connects a server with its listener, so that slow, broken and greedy clients can't harm the others. */
export function protect(server: Server, limits: Limits, listener: RequestListener): void {
  const load = new LoadMeter(limits.eventLoopDelay);
  server.on('listening', () => load.start());
  server.on('close', () => load.stop());
  const handle: RequestListener = (incoming, outgoing) => {
    const refusal = refusalOf(incoming);
    if (refusal !== undefined) respondWithError(outgoing, refusal).end();
    else if (load.isTooHigh) respondWithError(outgoing.setHeader('retry-after', 1), 503).end();
    else listener(incoming, outgoing);
  };
  const accept = isHttp2(server) ? eachVersion(handle, limits) : inTurn(handle);
  server.on('request', accept);
  server.on('checkContinue', (incoming, outgoing) => {
    // A client that asks first is only told to send a body that somebody reads.
    continueOnceRead(incoming, outgoing);
    accept(incoming, outgoing);
  });
  // HTTP allows us to ignore other expectations, and Node's own response has no body.
  server.on('checkExpectation', accept);
  server.on('clientError', refuseClient);
  // Node removes its own listener when a client asks for another protocol. Without one, a reset connection ends the process.
  server.on('connection', (socket) => socket.on('error', ignore));
  onConnection(server, (socket) => socket.on('error', ignore));
  server.prependListener('tlsClientError', dropUnencrypted);
  server.on('connect', (incoming, socket) => {
    // In HTTP/2, what follows is a response like any other.
    if (incoming.httpVersionMajor === 2) (socket as unknown as ServerResponse).writeHead(400).end();
    else refuseTunnel(socket as HttpSocket);
  });
  // Node keeps the first 2,000 headers and silently drops the rest, among them those that a proxy appends. Their size is
  // limited anyway.
  server.maxHeadersCount = 0;
  if (limits.connections !== Number.POSITIVE_INFINITY) server.maxConnections = limits.connections;
  dropSlowReaders(server, limits.sendTimeout);
}

/** The requests of one connection take turns in HTTP/1.1. In HTTP/2, they have a stream each. */
function eachVersion(handle: RequestListener, limits: Limits): RequestListener {
  const old = inTurn(handle);
  return (request, response) => {
    if (request.httpVersionMajor < 2) return void old(request, response);
    const { incoming, outgoing } = adapt(request as never, response as never, limits, (slow, status) => {
      if (!slow.headersSent) respondWithError(slow, status);
      else slow.destroy();
    });
    handle(incoming, outgoing);
  };
}

/** Sends the 100 Continue when the body is first read. Whichever way a handler reads it, Node calls `_read` for the first bytes. */
function continueOnceRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const read = incoming._read;
  incoming._read = function (size) {
    incoming._read = read;
    if (!outgoing.headersSent) outgoing.writeContinue();
    read.call(this, size);
  };
}
