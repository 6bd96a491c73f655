/** What a server puts up with. Every number is a way to be worn down that is closed; milliseconds and bytes. */
export interface Limits {
  /** The largest body that is read; beyond it the answer is 413. */
  readonly body: number;
  /** How long the request line and headers may take. */
  readonly headersTimeout: number;
  /** How long a whole request may take to arrive; a body that drips in slower gets 408. */
  readonly requestTimeout: number;
  /** How long a connection may stay open without a request. */
  readonly keepAliveTimeout: number;
  /** How long requests that run may take to finish when the server stops. */
  readonly grace: number;
  /** How long a connection that waits may still bring a request when the server stops: its answer says goodbye. */
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
/** Only this machine, until somebody decides otherwise with `HOST`: a workshop must not open a door to the network. */
export const defaultHost = '127.0.0.1';
