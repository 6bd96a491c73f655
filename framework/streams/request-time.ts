import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Node's own connection knows its server. */
type ServedSocket = Socket & { server?: { emit(event: 'clientError', error: Error, socket: Socket): boolean } };

/** The requests that have a time of their own to arrive in, and what ends it. */
const own = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Whether Node's `requestTimeout` doesn't apply to a request, because its route has another one. */
export function hasOwnTime(incoming: IncomingMessage | undefined): boolean {
  return incoming !== undefined && own.has(incoming);
}

/**
 * Gives the rest of a request this many milliseconds to arrive, counted from now. Afterwards its connection is told that it was
 * too slow, as Node does when its own limit is reached.
 */
export function allowTime(incoming: IncomingMessage, milliseconds: number): void {
  if (incoming.complete) return;
  clearTimeout(own.get(incoming));
  const timer = setTimeout(() => {
    own.delete(incoming);
    const socket: ServedSocket = incoming.socket;
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    if (!incoming.complete) socket.server?.emit('clientError', error, socket);
  }, milliseconds);
  own.set(incoming, timer);
  // Also after the last byte: a request closes as soon as its body has been read. Node closes none whose connection ends after a response
  // that came first.
  const socket: Partial<Socket> = incoming.socket;
  const end = () => {
    clearTimeout(timer);
    incoming.off('close', end);
    socket.off?.('close', end);
  };
  incoming.once('close', end);
  // In HTTP/2, it is only the part of one that an application needs, and every request closes.
  socket.once?.('close', end);
}
