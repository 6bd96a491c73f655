import type { AddressInfo, Server } from 'node:net';

/** The port in `PORT`, or the fallback. */
export function portFromEnvironment(fallback: number): number {
  const text = process.env.PORT || String(fallback);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new RangeError(`PORT is "${text}". A port is an integer from 0 to 65535.`);
}

/** What to type into a browser: `0.0.0.0` is an address to listen on, not one to connect to. */
export function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `${isSecure(server) ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Whether a server speaks TLS: those of `node:https` and `node:http2` can replace their certificate. */
export function isSecure(server: Server): boolean {
  return 'setSecureContext' in server;
}

/** Why a port can't be opened, and what to do about it. */
export function explainListen(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`,
    EACCES: `Port ${port} needs privileges that this program doesn't have. Choose a port above 1023 with PORT.`,
    EADDRNOTAVAIL: `${host} isn't an address of this machine. Correct HOST.`,
    ENOTFOUND: `The host ${host} is unknown. Correct HOST.`,
  };
  const reason = reasons[error.code ?? ''] ?? error.message;
  return Object.assign(new Error(reason, { cause: error }), { code: error.code });
}
