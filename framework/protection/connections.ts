import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { isSecure } from '../hints/port.ts';

/** Calls the listener for each connection as requests see it: over TLS, that is after the handshake, with what was decrypted. */
export function onConnection(server: Server, listener: (socket: Socket) => void): void {
  server.on(isSecure(server) ? 'secureConnection' : 'connection', listener);
}
