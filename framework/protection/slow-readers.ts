import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpSocket } from './broken-clients.ts';

/**
 * Disconnects clients that read nothing of their response for `timeout` milliseconds. Node has a timer for that, but
 * `server.setTimeout` would set it twice per request. Instead, we look now and then for responses that are still being
 * written, and set the timer for those alone.
 */
export function dropSlowReaders(server: Server, timeout: number): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const look = (): void => {
    for (const socket of sockets) if (socket.writableLength > 0 && !socket.timeout) socket.setTimeout(timeout);
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer = setInterval(look, Math.min(1_000, timeout / 4)).unref();
  });
  server.on('close', () => clearInterval(timer));
  // Also emitted for an idle connection. A handler that is still working, or a stream without news, is left alone.
  server.on('timeout', (socket: HttpSocket) => {
    if (!socket._httpMessage || socket.writableLength > 0) socket.destroy();
    else socket.setTimeout(0);
  });
}
