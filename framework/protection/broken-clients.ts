import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { errorShape } from '../http/errors.ts';
import { ignore } from '../http/settle.ts';
import { jsonType, reasonOf } from '../http/status.ts';
import { cutConnection } from '../streams/cut.ts';
import { hasOwnTime } from '../streams/request-time.ts';

/** `_httpMessage` is where Node keeps a connection's current response. Node has no public name for it. */
export type HttpSocket = Socket & { _httpMessage?: ServerResponse | null; lastRequest?: IncomingMessage };

const clientErrors: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node reports malformed bytes once for every chunk that arrives. The first report is enough. */
const refused = new WeakSet<Socket>();

/** Bytes that aren't a valid request never reach a handler, but still get a response in our error shape. */
export function refuseClient(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  // After a reset, there is nobody left to respond to.
  if (refused.has(socket) || socket.destroyed) return;
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && hasOwnTime(socket._httpMessage?.req)) return;
  refused.add(socket);
  respondToBroken(socket, clientErrors[error.code ?? ''] ?? 400);
}

/** A connection whose TLS handshake has failed can't carry a response. Node reports it as a broken client as well. */
export function dropUnencrypted(_error: Error, socket: Socket): void {
  refused.add(socket);
  socket.destroy();
}

function respondToBroken(socket: HttpSocket, status: number): void {
  const pending = socket._httpMessage;
  if (!pending) {
    // If the last request has had its response but is still sending a body, the client expects no second response.
    if (socket.lastRequest?.complete === false) socket.destroySoon();
    else refuse(socket, status);
  } else if (pending.req.complete) {
    // The bytes follow a complete request. Its response goes first, or the client would take ours for it.
    pending.once('finish', () => respondToBroken(socket, status));
  } else if (pending.headersSent) {
    // The bytes are the body of a request that already has a response: a second one would confuse the client.
    if (pending.writableEnded) socket.destroySoon();
    else cutConnection(socket);
  } else {
    respondWithError(pending, status);
    linger(socket);
  }
}

/** Closes the connection: what follows on it can't be trusted. */
export function respondWithError(outgoing: ServerResponse, status: number): ServerResponse {
  const body = errorBody(status);
  outgoing.writeHead(status, { 'content-type': jsonType, 'content-length': body.length, connection: 'close' });
  // A response to HEAD writes no body and would keep its headers back until the end.
  outgoing.flushHeaders();
  outgoing.write(body);
  return outgoing;
}

/** Node no longer manages a connection that asked for a tunnel: it handles no errors and finishes no response on it. */
export function refuseTunnel(socket: HttpSocket): void {
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
