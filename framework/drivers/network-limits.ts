/** How long what goes over a network may take, in milliseconds. */
export interface NetworkLimits {
  /** From the call to the answer: waiting for a connection, opening one, and the work itself. */
  deadline?: number;
  /** How long a start waits for a server that is not there yet: whoever starts both at once need not know who is first. */
  patience?: number;
}

/** The one place for PostgreSQL and Redis. */
export const networkLimits: Required<NetworkLimits> = Object.freeze({
  deadline: 5_000,
  patience: 10_000,
});

/** Milliseconds before the next attempt to connect. Longer each time, and never the same for all processes at once. */
export function backoff(failures: number): number {
  const longest = Math.min(50 * 2 ** failures, 1_000);
  return longest / 2 + (Math.random() * longest) / 2;
}

/** What an error of a socket says, in few words. Node puts several into one where a name has several addresses. */
export function socketProblem(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return socketProblem(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}
