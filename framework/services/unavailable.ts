/**
 * A server that a service depends on (PostgreSQL, Redis) is down, closed the connection, or did not respond in time. There
 * is nothing wrong with the call: the same one may succeed a second later. The HTTP platforms respond with 503.
 *
 * It is unknown whether a write that failed like this has happened. A write that succeeded has happened, and stays.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code = 'unavailable';
  /** The name of the server in messages: `PostgreSQL at 127.0.0.1:5432/blog`. Never contains a user or a password. */
  readonly server: string;

  constructor(server: string, problem: string) {
    super(`${server} ${problem}`);
    this.server = server;
  }
}

/** For a startup that has waited long enough. */
export function notReached({ server, message }: Unavailable, patience: number, variable: string): Unavailable {
  const problem = message.slice(server.length + 1).replace(/\.$/, '');
  const advice = `Check that it is running and that ${variable} is right.`;
  return new Unavailable(server, `is still not available after ${patience / 1_000} s: it ${problem}. ${advice}`);
}
