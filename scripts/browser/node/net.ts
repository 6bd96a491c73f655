import { Server } from './net/server.ts';
import { type ConnectOptions, Socket } from './net/socket.ts';

/* Connections inside of the machine: see `machine/network.ts`. */

export { isIP, isIPv4, isIPv6 } from './net/addresses.ts';
export { Server, Socket };

export const Stream = Socket;

export function createServer(options?: never, listener?: never): Server {
  return new Server(options, listener);
}

export function connect(target: ConnectOptions | number | string, ...rest: unknown[]): Socket {
  const socket = new Socket(typeof target === 'object' ? target : {});
  return socket.connect(target, ...rest);
}

export const createConnection = connect;
