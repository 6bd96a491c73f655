import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { timerOf } from '../hints/limits.ts';
import { cutConnection } from '../streams/cut.ts';
import { onConnection } from './connections.ts';

/** Node's own handle of a connection: how much it was given to send, and how much of that the system hasn't taken yet. */
type SendingSocket = Socket & {
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  /** Below TLS, whose own numbers are about bytes that aren't encrypted yet. */
  _parent?: SendingSocket | null;
};

/** How much the system had taken when we looked, and how often it has been the same since. */
interface Progress {
  sent: number;
  looks: number;
}

/** A client has the timeout to read this much: with the default, some 550 bytes per second. */
const piece = 16 * 1024;

/**
 * The system takes megabytes in advance and asks for more once about a third of them has been read, so a client that reads
 * steadily can look like one that reads nothing. This much may be read in between, with the buffers of common systems.
 */
const mostHidden = 2 * 1024 * 1024;

/**
 * Disconnects clients that don't read their response. Not with the timeout of a socket, which starts again whenever
 * something arrives: a client could keep a large response in our memory by sending a byte now and then. We count looks and
 * don't measure time, so that a server that is late doesn't blame its clients.
 */
export function dropSlowReaders(server: Server, timeout: number): void {
  const sockets = new Map<SendingSocket, Progress | undefined>();
  onConnection(server, (socket) => {
    sockets.set(socket, undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const period = Math.min(1_000, timeout / 4);
  const look = (): void => {
    for (const [socket, before] of sockets) {
      const progress = progressOf(socket, before);
      if (progress !== undefined && progress.looks * period >= patience(progress, timeout)) cutConnection(socket);
      else sockets.set(socket, progress);
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer = setInterval(look, timerOf(period)).unref();
  });
  server.on('close', () => clearInterval(timer));
}

/** How long a client may seem to read nothing: what it may have left to read, at the slowest pace that is allowed. */
function patience({ sent }: Progress, timeout: number): number {
  return timeout * Math.max(1, Math.min(sent, mostHidden) / piece);
}

/** Undefined if there is nothing to read: a handler that is still working, or a stream without news, is left alone. */
function progressOf(socket: SendingSocket, before?: Progress): Progress | undefined {
  const handle = (socket._parent ?? socket)._handle;
  if (socket.writableLength === 0 || !handle) return undefined;
  const sent = handle.bytesWritten - handle.writeQueueSize;
  return before?.sent === sent ? { sent, looks: before.looks + 1 } : { sent, looks: 0 };
}
