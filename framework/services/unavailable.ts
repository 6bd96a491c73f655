/**
 * A server that a service depends on is down, went away, or did not answer in time: PostgreSQL, Redis. Nothing is wrong
 * with the call; the same one may work in a second. The HTTP platforms answer it with 503.
 *
 * Whether a write that ended like this has happened is not known. What was answered has happened, and stays.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code = 'unavailable';
  /** What is away, for people: `PostgreSQL at 127.0.0.1:5432/blog`. Never with a user or a password. */
  readonly server: string;

  constructor(server: string, problem: string) {
    super(`${server} ${problem}`);
    this.server = server;
  }
}

/** The end of a start that has waited long enough. */
export function notReached({ server, message }: Unavailable, patience: number, variable: string): Unavailable {
  const problem = message.slice(server.length + 1).replace(/\.$/, '');
  const advice = `Is it running, and is ${variable} right? On a development machine: npm run services`;
  return new Unavailable(server, `is not there after ${patience / 1_000} s: it ${problem}. ${advice}`);
}
