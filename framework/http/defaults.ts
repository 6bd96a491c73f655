/** What the server tolerates. Each limit closes one way to exhaust it. In milliseconds and bytes. */
export interface Limits {
  /** The largest body that is read; a larger one gets 413. */
  readonly body: number;
  /** How long the request line and headers may take. */
  readonly headersTimeout: number;
  /** How long a whole request may take to arrive; a slower one gets 408. */
  readonly requestTimeout: number;
  /** How long a connection may stay open without a request. */
  readonly keepAliveTimeout: number;
  /** How long running requests may take to finish when the server stops. */
  readonly grace: number;
  /** How long idle connections may still bring a request when the server stops. Its response closes the connection. */
  readonly drain: number;
}

export const defaultLimits: Limits = {
  body: 1024 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5_000,
  grace: 10_000,
  drain: 0,
};

export const defaultPort = 3000;
/** Only reachable from this machine unless `HOST` says otherwise: a program under development isn't for the network. */
export const defaultHost = '127.0.0.1';
