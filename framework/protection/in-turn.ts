import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpSocket } from './broken-clients.ts';

/** More requests than one read of the socket can contain. A client that queues more is disconnected. */
const maxPipelined = 10_000;

/**
 * Handles the requests of one connection one after the other. A client may send many without waiting (pipelining), and Node
 * would start them all: 60 kB of requests for a large response could then fill the memory.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, (() => void)[]>();
  return (incoming, outgoing) => {
    const socket: HttpSocket = incoming.socket;
    socket.lastRequest = incoming;
    // Node gives the socket to one response at a time. If it is ours, it's our turn.
    if (outgoing.socket !== null) return void listener(incoming, outgoing);
    const known = waiting.get(socket);
    const queue = known ?? [];
    if (queue.push(() => listener(incoming, outgoing)) > maxPipelined) return void socket.destroy();
    socket.pause();
    // Even if it was empty: the last request of the queue may be running, and `next` follows it.
    if (known !== undefined) return;
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
