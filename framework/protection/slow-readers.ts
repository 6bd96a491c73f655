import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Node's own handle of a connection: how much it was given to send, and how much of that the system hasn't taken yet. */
type SendingSocket = Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };

/** How much a client had read when we looked, and how often it has been the same since. */
interface Progress {
  sent: number;
  looks: number;
}

/**
 * Disconnects clients that read nothing of their response for `timeout` milliseconds. Not with the timeout of a socket,
 * which starts again whenever something arrives: a client could keep a large response in our memory by sending a byte now
 * and then. We count looks and don't measure time, so that a server that is late doesn't blame its clients.
 */
export function dropSlowReaders(server: Server, timeout: number): void {
  const sockets = new Map<SendingSocket, Progress | undefined>();
  server.on('connection', (socket) => {
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const period = Math.min(1_000, timeout / 4);
  const look = (): void => {
    for (const [socket, before] of sockets) {
      const progress = progressOf(socket, before);
      if (progress !== undefined && progress.looks * period >= timeout) socket.destroy();
      else sockets.set(socket, progress);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer = setInterval(look, period).unref();
  });
  server.on('close', () => clearInterval(timer));
}

/** Undefined if there is nothing to read: a handler that is still working, or a stream without news, is left alone. */
function progressOf({ writableLength, _handle: handle }: SendingSocket, before?: Progress): Progress | undefined {
  if (writableLength === 0 || !handle) return undefined;
  const sent = handle.bytesWritten - handle.writeQueueSize;
  return before?.sent === sent ? { sent, looks: before.looks + 1 } : { sent, looks: 0 };
}
