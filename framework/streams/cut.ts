import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** `_httpMessage` is where Node keeps a connection's current response, and `_parent` is what is below TLS. Node has no public names for them. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null; readonly _parent?: Socket | null };

/** Ends a response that is incomplete, so that its client notices. */
export function cut(outgoing: ServerResponse): void {
  if (outgoing.socket) cutConnection(outgoing.socket);
  outgoing.destroy();
}

/**
 * Ends a connection in the middle of its response. In HTTP/1.0, a body without a length ends where its connection does, so the
 * client would take what it has got for everything: this connection is reset.
 */
export function cutConnection(socket: HttpSocket): void {
  if (socket._httpMessage?.req.httpVersion === '1.0') reset(socket._parent ?? socket);
  socket.destroy();
}

/** Only a connection over TCP can be reset. Bun and Deno may have no such method. */
function reset(socket: Partial<Socket>): void {
  try {
    socket.resetAndDestroy?.();
  } catch {
    // A pipe.
  }
}
