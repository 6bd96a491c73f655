import { createServer, type Server, type ServerOptions } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import { serverTimeoutOf } from '../hints/limits.ts';
import type { Limits } from '../http/defaults.ts';
import { isHttp2 } from '../http2/adapt.ts';
import { sessionOptions } from '../http2/sessions.ts';

export interface ListenOptions {
  /** Stop on SIGINT and SIGTERM, then exit. On by default; tests switch it off. */
  signals?: boolean;
  /** Creates another server, one of `node:https` or `node:http2`. Pass these options on: they contain the application's limits. */
  createServer?: (options: ServerOptions) => Server | Http2SecureServer;
}

/** Node's own server, with a limited time for slow clients. `protect` adds the listeners for requests. */
export function createHttpServer(limits: Limits, create: ListenOptions['createServer'] = createServer): Server {
  const options = {
    // Node refuses to start if the headers may take longer than the whole request.
    headersTimeout: serverTimeoutOf(Math.min(limits.headersTimeout, limits.requestTimeout)),
    requestTimeout: serverTimeoutOf(limits.requestTimeout),
    keepAliveTimeout: serverTimeoutOf(limits.keepAliveTimeout),
    connectionsCheckingInterval: checkingInterval(limits),
    // `protect` checks the Host header instead, because Node's own response has no body.
    requireHostHeader: false,
    // Node would use the first of two Authorization headers, a proxy in front of us perhaps the last. Joined, they match neither.
    joinDuplicateHeaders: true,
  };
  // To the rest of the framework, a server of HTTP/2 is one that also has streams: `protect` adapts them. For its clients of
  // HTTP/1.1, Node reads these options from the server, but ignores those that it was created with.
  const server = create({ ...sessionOptions, ...options } as ServerOptions) as Server;
  return isHttp2(server) ? Object.assign(server, options) : server;
}

/** Node only looks for slow clients now and then. With its default of 30 seconds, every limit would be that much longer. */
function checkingInterval({ headersTimeout, requestTimeout }: Limits): number {
  return Math.ceil(Math.min(1_000, Math.max(50, Math.min(headersTimeout, requestTimeout) / 4)));
}
