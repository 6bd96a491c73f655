/** What the server tolerates. Each limit closes one way to exhaust it. Milliseconds or bytes; Infinity means no limit. */
export interface Limits {
  /** The largest body that is read; a larger one gets 413. */
  readonly body: number;
  /** How long the request line and headers may take. */
  readonly headersTimeout: number;
  /** How long a whole request may take to arrive; a slower one gets 408. */
  readonly requestTimeout: number;
  /** How long a connection may stay open between two requests. */
  readonly keepAliveTimeout: number;
  /** How long a client may take to read 16 KiB of its response before the connection is closed. */
  readonly sendTimeout: number;
  /** The largest number of open connections; further ones are closed at once. */
  readonly connections: number;
  /** How late timers may run before requests get 503: the sign of an event loop with more work than it can do. */
  readonly eventLoopDelay: number;
  /** How long running requests may take to finish when the server stops. */
  readonly grace: number;
  /** How long the handlers of requests that were cut then may take to clean up before the services stop. */
  readonly cleanup: number;
  /** How long idle connections may still bring a request when the server stops. Its response closes the connection. */
  readonly drain: number;
}

export const defaultLimits: Limits = {
  body: 1024 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  sendTimeout: 30_000,
  connections: 10_000,
  eventLoopDelay: 3_000,
  grace: 10_000,
  cleanup: 2_000,
  drain: 1_000,
};

export const defaultPort = 3000;
/** Only reachable from this machine unless `HOST` says otherwise: a program under development isn't for the network. */
export const defaultHost = '127.0.0.1';
