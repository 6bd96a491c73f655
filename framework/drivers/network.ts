/** How long network operations may take, in milliseconds. */
export interface NetworkLimits {
  /** From the call to the result: waiting for a connection, opening one, and the operation itself. */
  deadline?: number;
  /** How long startup waits for the server. An application and its servers can then be started in any order. */
  patience?: number;
}

/** The defaults for PostgreSQL and Redis. */
export const networkLimits: Required<NetworkLimits> = Object.freeze({
  deadline: 5_000,
  patience: 10_000,
});

/**
 * Milliseconds until the next attempt to connect: longer after every failure, and partly random, so that many processes
 * don't all come back to a recovering server at the same moment.
 */
export function backoff(failures: number): number {
  const longest = Math.min(50 * 2 ** failures, 1_000);
  return longest / 2 + (Math.random() * longest) / 2;
}

/** A short description of a socket error. If a host name has several addresses, Node wraps one error for each of them. */
export function socketProblem(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return socketProblem(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
